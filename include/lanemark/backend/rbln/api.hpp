// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

#include <lanemark/backend/loader.hpp>
#include <lanemark/core/say.hpp>

// What lanemark calls of Rebellions' libraries, by prototypes of its own. Source of names, values and layouts: the
// public headers of torch-rbln (rbln_runtime_api.h) and of the container toolkit (rblnml.h).

namespace lanemark::on_rbln {
inline constexpr int success = 0;
/// Kinds of a copy: between the host and a device, or inside one device.
inline constexpr int host_to_device = 0, device_to_host = 1, inside_device = 2;

/// librbln.so: memory and copies. The functions, by their exported names.
struct functions {
  int (*get_device_count)(int*);
  int (*register_device)(int id, int* parts, int count);  ///< claims the NPUs that a device is made of
  int (*allocate)(int device, std::uint64_t, void**);
  int (*free)(int device, void*);
  int (*empty_cache)(int device);                                                ///< gives back what was freed and kept
  int (*copy)(int device, void* to, void const* from, std::uint64_t, int kind);  ///< has ended when it returns
};

inline status bind(functions& f, library const& from) {
  return symbols(from)
      .required(f.get_device_count, "rbln_get_device_count")
      .required(f.register_device, "rbln_register_device_id")
      .required(f.allocate, "rbln_malloc")
      .required(f.free, "rbln_free")
      .optional(f.empty_cache, "rbln_empty_cache")
      .required(f.copy, "rbln_memcpy")
      .done();
}

/// `RBLNRetCode_FAILURE (1)`: there is no more than this.
[[gnu::cold]] inline std::string explain(int code) {
  return say({code == 1 ? "RBLNRetCode_FAILURE (" : code == 2 ? "RBLNRetCode_INVALID (" : "RBLN error (", code, ")"});
}

using handle = std::uint64_t;
struct device_facts {
  char uuid[38];
  char address[32];
  std::uint64_t serial;
  std::uint32_t board, number, group, numa_node;  ///< number: N of /dev/rblnN
};
struct chip_facts {
  std::uint64_t sram_base, dram_base, dram_size;
  std::uint32_t sram_size, pci_device, cpld, chiplets;
  unsigned char firmware[128], card_name[16];
  std::uint32_t revision, drm_minor, clusters;
  std::uint64_t reserved[4];
};
struct pci_facts {
  unsigned bus;
  char address[32];
  unsigned device, domain, pci_device, subsystem;
  unsigned max_payload, max_read_request;  ///< bytes
  unsigned generation, lanes, max_generation, max_lanes;
  int iommu_group;  ///< -1: none
};
static_assert(sizeof(device_facts) == 96 && sizeof(chip_facts) == 232 && sizeof(pci_facts) == 80);

/// librbln-ml.so: what the devices are. Without it they are measured all the same, and nameless.
struct management {
  int (*init)();
  int (*get_count)(unsigned*);
  int (*get_handle)(unsigned index, handle*);
  int (*get_device)(handle, device_facts*);
  int (*get_chip)(handle, chip_facts*);
  int (*get_link)(handle, pci_facts*);
};

inline status bind(management& m, library const& from) {
  return symbols(from)
      .required(m.init, "rblnmlInit")
      .required(m.get_count, "rblnmlDeviceGetCount")
      .required(m.get_handle, "rblnmlDeviceGetHandleByIndex")
      .required(m.get_device, "rblnmlGetDeviceInfo")
      .required(m.get_chip, "rblnmlGetDeviceHWIPInfo")
      .required(m.get_link, "rblnmlGetPciInfo")
      .done();
}
}  // namespace lanemark::on_rbln
