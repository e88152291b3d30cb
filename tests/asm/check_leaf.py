#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check_leaf.py BUILD [SOURCE]: what stands between the two clock reads of a timed leaf is the copy and nothing else.

Compiles SOURCE (tests/asm/leaf.cpp: explicit instantiations of the leaf) at -O2 with every compiler at hand, follows the control flow
of each leaf from one clock read to the next, and allows there: moves between registers, loads, arithmetic on registers, jumps, the copy
itself (a call of memcpy, `rep movs`, loads stored at once, `sfence`), and two spills to the stack outside of any loop. Some leaves do
more by intent: latency makes each copy visible (`fence`); a copy with cold caches notes once, after its loop, where the next one goes;
streaming and cold loops hold more in registers and may spill six times, a nanosecond or two a sample and none a copy.
A sync writes its own flag and looks at the other's: one plain store or one compare-and-swap a turn for each party, no fence.
A queue has two parties in one leaf: the issuer writes a work request and moves its index on, the engine copies and moves the other."""
import pathlib
import platform
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
import compiler  # noqa: E402

SPILLS, SPILLS_OF_LONGER_LOOPS, NOTES = 2, 6, 2
POSTS = 5  # a work request in two or three stores, and both indices
FENCE = ("lock orq $0, (%rsp)", "mfence")
COPY_CALL = r"memcpy(@PLT)?$"
CLOCK_CALL = r"(clock_gettime|steady_clock3nowEv)"
READS_ONLY = r"(v?p?(test|comi|ucomi)\w*|cmp[bwlq]?|test[bwlq]?|bt[wlq]?|prefetch\w*)"


class instruction:
    def __init__(self, text):
        words = text.split("#")[0].split(None, 1)
        if words[0] in ("rep", "repz", "repnz", "lock", "notrack", "bnd") and len(words) > 1:
            words = [words[0] + " " + words[1].split()[0], *words[1].split(None, 1)[1:]]
        self.text = " ".join(text.split("#")[0].split())
        self.op = words[0]
        self.arguments = words[1].strip() if len(words) > 1 else ""

    def last(self):
        return re.split(r",(?![^(]*\))", self.arguments)[-1].strip() if self.arguments else ""


def functions(assembly):
    """{symbol: (instructions, {label: index})} of the leaves."""
    found, name = {}, None
    for line in assembly.splitlines():
        label = re.match(r"\s*([.\w$]+):", line)
        if label and not label[1].startswith(".L") and not label[1].isdigit():
            name = label[1] if "clocked_leaf" in label[1] else None
            if name:
                found[name] = ([], {})
        elif name and label:
            found[name][1][label[1]] = len(found[name][0])  # a numbered label: the last of its number so far
        elif name and line.strip().startswith(".cfi_endproc"):
            name = None
        elif name and re.match(r"\s+[a-z]", line):
            # one asm statement may hold several instructions in a line
            for text in line.split(";"):
                if text.split("#")[0].strip():
                    code, labels = found[name]
                    code.append(instruction(text))
                    if re.fullmatch(r"\d+b", code[-1].arguments):  # `jnz 1b`: back to the last label 1
                        code[-1].arguments = f"{code[-1].arguments}@{len(code)}"
                        labels[code[-1].arguments] = labels[code[-1].text.split()[-1][:-1]]
    return found


def clock_reads(code):
    """[(first, last)]: the instructions of each clock read, fences included."""
    reads = []
    for i, it in enumerate(code):
        if it.op in ("rdtsc", "rdtscp"):
            first = i - 1 if i and code[i - 1].op in ("lfence", "mfence") else i
            last = i + 1 if i + 1 < len(code) and code[i + 1].op in ("lfence", "mfence") else i
            reads.append((first, last))
        elif it.op.startswith("call") and re.search(CLOCK_CALL, it.arguments):
            reads.append((i, i))
    return reads


def successors(code, labels, i):
    it = code[i]
    if it.op.startswith("ret") or it.op in ("ud2", "hlt"):
        return []
    if it.op.startswith("j"):
        target = labels.get(it.arguments)
        if target is None:  # a tail call or a jump through a register leaves the function
            return [] if it.op.startswith("jmp") else [i + 1]
        return [target] if it.op.startswith("jmp") else [target, i + 1]
    return [i + 1] if i + 1 < len(code) else []


def between(code, labels, read, reads):
    """Indices on some way from READ to the next clock read, and those of them that can be passed twice on that way."""
    starts = {first for first, _ in reads}
    walk = {i: [n for n in successors(code, labels, i) if n not in starts] for i in range(len(code)) if i not in starts}
    ends = {i for i in walk if any(n in starts for n in successors(code, labels, i))}

    def reach(origin, edges):
        seen, open_ = set(), list(origin)
        while open_:
            i = open_.pop()
            if i not in seen:
                seen.add(i)
                open_ += edges.get(i, [])
        return seen

    back = {}
    for i, following in walk.items():
        for n in following:
            back.setdefault(n, []).append(i)
    after = successors(code, labels, read[1])
    region = reach([n for n in after if n not in starts], walk) & reach(ends, back)
    looping = {i for i in region if i in reach(walk[i], walk) & region}
    return region, looping


def copier(it):
    return it.op.startswith("rep movs") or (it.op.startswith("call") and re.fullmatch(COPY_CALL, it.arguments))


def copies(code, region, looping):
    """Whether bytes are copied there: by a call, by `rep movs`, or by vector stores in a loop."""
    return any(copier(code[i]) or (i in looping and "mm" in code[i].arguments and moved(code, i)) for i in region)


def register(text):
    """The whole register of which TEXT names a part: %dil and %edi are %rdi; None for anything else."""
    found = re.fullmatch(r"%(?:[er]?([abcd])[xhl]|[er]?(si|di|bp|sp)l?|r(\d+)[dwb]?|[xyz]mm(\d+))", text)
    return next((f"{kind}{part}" for kind, part in enumerate(found.groups()) if part), None) if found else None


def moved(code, i):
    """Whether instruction I stores what was loaded just before: bytes on their way from memory to memory."""
    source = register(code[i].arguments.split(",")[0])
    if not code[i].op.startswith(("mov", "vmov")) or "(" not in code[i].last() or not source:
        return False
    for k in range(i - 1, max(-1, i - 12), -1):
        if register(code[k].last()) == source:
            return code[k].op.startswith(("mov", "vmov")) and "(" in code[k].arguments and "%rsp" not in code[k].arguments
    return False


def complaints(name, code, region, looping):
    """{index: why} of what stands in the timed region and should not."""
    wrong, spills, notes = {}, [], []
    inline = "kernel6stream" in name or not any(copier(code[i]) for i in region)  # the loop is the copy, its stores are the bytes
    for i in sorted(region):
        it = code[i]
        if copier(it):
            continue
        stores = "(" in it.last() and not re.fullmatch(READS_ONLY, it.op) and not it.op.startswith(("lea", "nop", "call", "j"))
        if it.op.startswith("call"):
            wrong[i] = "calls something other than memcpy"
        elif it.text in FENCE and "latency" in name:
            continue
        elif it.op.startswith(("lock", "xchg", "cmpxchg", "cpuid", "rdtsc", "mfence", "lfence", "syscall", "div", "idiv")):
            wrong[i] = "is neither the copy nor its loop"
        elif it.op.startswith("jmp") and it.arguments.startswith("*"):
            wrong[i] = "jumps to where this test cannot follow"
        elif it.op.startswith("push") or (stores and re.search(r"\(%r[sb]p", it.last())):
            spills.append(i)
        elif stores and not (inline and moved(code, i)):
            notes.append(i)
    longer = "cold_copy" in name or "kernel6stream" in name
    noted, spilt = NOTES if "cold_copy" in name else 0, SPILLS_OF_LONGER_LOOPS if longer else SPILLS
    wrong |= {i: "writes to memory" for i in notes if len(notes) > noted or i in looping}
    wrong |= {i: f"is one of {len(spills)} spills; {spilt} are allowed" for i in spills if len(spills) > spilt}
    wrong |= {i: "spills to the stack inside a loop" for i in spills if i in looping}
    return wrong


def signals(name, code, region, looping):
    """The instructions by which a sync tells the other side: a store of a register in a loop, or a compare-and-swap."""
    if "compare_and_swap" in name:
        return [i for i in region if code[i].op.startswith("lock cmpxchg")]
    return [i for i in looping if code[i].op == "movl" and re.match(r"%\w+, -?\d*\(%r(?![sb]p)\w+\)$", code[i].arguments)]


def sync_complaints(name, code, region, looping):
    """{index: why} of what stands between the clock reads of a sync and should not."""
    told = signals(name, code, region, looping)
    wrong, spills, notes = {}, [], []
    for i in sorted(region - set(told)):
        it = code[i]
        stores = "(" in it.last() and not re.fullmatch(READS_ONLY, it.op) and not it.op.startswith(("lea", "nop", "call", "j"))
        if it.op == "xchgb":  # the partner went silent: noted, and the figure thrown away
            continue
        if it.op.startswith(("call", "lock", "xchg", "cpuid", "rdtsc", "mfence", "lfence", "sfence", "pause", "syscall", "div", "idiv")):
            wrong[i] = "is neither the signal nor the look at the other's"
        elif it.op.startswith("jmp") and it.arguments.startswith("*"):
            wrong[i] = "jumps to where this test cannot follow"
        elif it.op.startswith("push") or (stores and re.search(r"\(%r[sb]p", it.last())):
            spills.append(i)
        elif stores:
            notes.append(i)
    wrong |= {i: "writes to memory" for i in notes if len(notes) > NOTES or i in looping}
    wrong |= {i: f"is one of {len(spills)} spills; {SPILLS} are allowed" for i in spills if len(spills) > SPILLS}
    wrong |= {i: "spills to the stack inside a loop" for i in spills if i in looping}
    wrong |= {i: f"is one of {len(told)} signals; each party has one" for i in told if len(told) > 2}
    return wrong


def queue_complaints(name, code, region, looping):
    """{index: why} of what stands between the clock reads of a queued copy and should not."""
    wrong, posts = {}, []
    for i in sorted(region):
        it = code[i]
        stores = "(" in it.last() and not re.fullmatch(READS_ONLY, it.op) and not it.op.startswith(("lea", "nop", "call", "j"))
        if it.op == "xchgb" or copier(it):  # the partner went silent: noted, and the figure thrown away
            continue
        if it.op.startswith(("call", "lock", "xchg", "cpuid", "rdtsc", "mfence", "lfence", "sfence", "pause", "syscall", "div", "idiv")):
            wrong[i] = "is neither the copy nor its posting"
        elif it.op.startswith("jmp") and it.arguments.startswith("*"):
            wrong[i] = "jumps to where this test cannot follow"
        elif i in looping and (it.op.startswith("push") or stores and re.search(r"\(%r[sb]p", it.last())):
            wrong[i] = "spills to the stack inside a loop"
        elif stores and i in looping:
            posts.append(i)
    wrong |= {i: f"is one of {len(posts)} stores; {POSTS} are allowed" for i in posts if len(posts) > POSTS}
    return wrong


def check(assembly):
    """(problems, number of leaves)"""
    problems = []
    leaves = functions(assembly)
    for name, (code, labels) in leaves.items():
        reads = clock_reads(code)
        # From the second read the way to the first leads through the gate; the timed region is the one that copies.
        sync = "two_lines" in name or "compare_and_swap" in name
        ways = [between(code, labels, read, reads) for read in reads]
        timed = [way for way in ways if (signals(name, code, *way) if sync else copies(code, *way))]
        if not timed:
            problems.append(f"{name}: {len(reads)} clock reads and no {'signal' if sync else 'copy'} between two of them")
        for region, looping in timed:
            judge = sync_complaints if sync else queue_complaints if "queued_copy" in name else complaints
            wrong = judge(name, code, region, looping)
            if wrong:
                problems.append(f"{name}, between the clock reads:\n" + "\n".join(
                    f"    {code[i].text:40}" + (f" <- {wrong[i]}" if i in wrong else "") for i in sorted(region)))
    return problems, len(leaves)


def main():
    build = sys.argv[1]
    source = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else HERE / "leaf.cpp").resolve()
    if platform.machine() != "x86_64":
        print("reads x86-64 assembly only")
        return 77
    own = [word for word in compiler.command(build) if word != "ccache"]
    flags = [word for word in own[1:] if not word.startswith("-W")]
    status = 0
    programs = {}
    for program in (own[0], "g++", "clang++-16", "clang++"):
        path = shutil.which(program)
        if path:
            programs.setdefault(pathlib.Path(path).resolve(), program)
    for program in programs.values():
        run = subprocess.run([program, *flags, "-w", "-O2", "-S", "-o", "-", str(source)], cwd=build, capture_output=True, text=True)
        if run.returncode != 0:
            print(run.stderr[:8000])
            problems, leaves = [f"{source} does not compile"], 0
        else:
            problems, leaves = check(run.stdout)
            if leaves == 0:
                problems = [f"{source} instantiates no clocked_leaf"]
        print(f"{program}: {leaves} leaves, {len(problems)} problems", *problems, sep="\n")
        status |= bool(problems)
    return status


if __name__ == "__main__":
    sys.exit(main())
