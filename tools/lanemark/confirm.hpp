// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>
#include <vector>

#include <lanemark/judge/comparison.hpp>
#include <lanemark/judge/verdict.hpp>
#include <lanemark/report/run_result.hpp>

#include "nights.hpp"

namespace lanemark::tool {
/// What `run --confirm-against FOLDER` judges with: the runs of a folder, tonight's run, and a rerun of those of its
/// series that look worse.
class confirmation {
  series_book book{};
  judging how{};
  history past{};
  std::vector<accepted_step> accepted{};
  night now{};
  comparison first{};

 public:
  /// What the first run came to.
  struct question {
    std::vector<std::string> again{};         ///< ids of the series to measure again; none: nothing to confirm
    bool machine_wide = false;                ///< more than a rerun may take: they are taken as they are
    std::vector<std::string> incomparable{};  ///< the folder holds runs of other machines or other schemas only
    std::vector<std::string> trouble{};       ///< or what cannot be read
    std::vector<std::string> notes{};
  };
  /// What a run says in the end. Of a folder without runs nothing can be said: no verdicts, and a note.
  struct judgement {
    std::vector<verdict> verdicts{};
    std::vector<std::string> notes{};
  };

  confirmation(std::string const& folder, run_result const& tonight, judging const& rules,
               std::vector<accepted_step> const& steps = {});
  question ask() const;
  /// `rerun`: the series that `ask` named, measured again; nullptr: they were not.
  judgement answer(run_result const* rerun);
};
}  // namespace lanemark::tool
