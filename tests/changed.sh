# SPDX-License-Identifier: BSD-2-Clause
# Which operations "./bitvox check" takes a close look at: those that changed, and some of the others
# in turn; read by tests/check.sh.
# shellcheck shell=bash disable=SC2154

# What takes longest is done in lanes. With "check turn" one of them runs, another one each time that
# .ci/landed goes on, and looks at all that has changed since its last turn.
all_lanes=(sanitizers threads tidy windows)
lanes_in_turn=1 # of so many that take turns one runs

# How often .ci/landed has gone on.
turn() { say "${BITVOX_CHECK_TURN:-$(git -C "$root" rev-list --count HEAD -- .ci/landed)}"; }

lane_in_turn() { say "${all_lanes[$(turn) % ${#all_lanes[@]}]}"; }

# What stood in .ci/landed when the lane of this turn ran last.
landed() {
  local commit
  if ((lanes_in_turn == 1)); then
    cat "$root/.ci/landed"
  else
    commit=$(git -C "$root" log -n "$lanes_in_turn" --format=%H -- .ci/landed | tail -n 1)
    [[ -z $commit ]] || git -C "$root" show "$commit:.ci/landed"
  fi
}

# The last commit that passed all checks: BITVOX_CHECK_SINCE, or what stands in .ci/landed. Nothing
# where that is not known, or not an ancestor of what is here.
since() {
  local commit=${BITVOX_CHECK_SINCE:-}
  [[ -n $commit || ! -f $root/.ci/landed ]] || commit=$(landed)
  [[ -n $commit ]] || return 0
  commit=$(git -C "$root" rev-parse --verify --quiet "$commit^{commit}") || return 0
  ! git -C "$root" merge-base --is-ancestor "$commit" HEAD || say "$commit"
}

# What was changed since a commit, what is not committed yet too.
changed_since() { # COMMIT
  git -C "$root" diff --name-only --no-renames "$1"
  git -C "$root" ls-files --others --exclude-standard
}

# parts: operations, and the folders of what they share.
operations() { (cd "$root/native/ops" && basename -a -- */); }
folders() { (cd "$root/native" && basename -a -- */ | grep -vxE 'ops|cmake'); }
parts() { { operations && folders; } | LC_ALL=C sort; }

# awk_parts ARGUMENT...: awk that knows the parts.
awk_parts() {
  awk -v operations="$(operations | tr '\n' ' ')" -v folders="$(folders | tr '\n' ' ')" \
    -v rows="$(cd "$root/native" && printf '%s ' */*_rows.inl)" -f "$root/tests/parts.awk" "$@"
}

# in_turn TURNS: that share of all parts, another one each time that .ci/landed goes on, or that the
# lane has its turn.
in_turn() {
  parts | awk -v turn="$(($(turn) / lanes_in_turn))" -v turns="$1" '(NR - 1) % turns == turn % turns'
}

most_parts=24 # that a check has time for

# in_time: if lanes take turns, at most twelve of the input's parts, other ones each turn.
in_time() {
  if ((lanes_in_turn == 1)); then
    cat
    return
  fi
  awk -v most=12 -v turn="$(($(turn) / lanes_in_turn))" '
    { part[NR - 1] = $0 }
    END { for (i = 0; i < most && i < NR; ++i) print part[NR <= most ? i : (turn * most + i) % NR] }'
}

# The parts to check: "all", or one a line.
parts_to_check() {
  local commit changed turns=6
  commit=$(since)
  if [[ ${1:-} == all || -z $commit ]]; then
    say all
    return
  fi
  changed=$(changed_since "$commit" | awk_parts -f "$root/tests/changed.awk")
  # If that is nearly everything, inner loops are looked at by tests/golden alone.
  (($(wc -l <<<"$changed") <= most_parts)) ||
    changed=$(changed_since "$commit" | grep -v '\.inl$' | awk_parts -f "$root/tests/changed.awk")
  if [[ $changed == all ]]; then
    say all
  else
    # After a large change there is little time for others.
    (($(wc -l <<<"$changed") < 6)) || turns=20
    { say "$changed" && in_turn "$turns"; } | sed '/^$/d' | LC_ALL=C sort -u | in_time |
      LC_ALL=C sort
  fi
}

# What is checked: "all", or parts, with spaces between.
checked=all

# Of the files of standard input those that belong to a part that is checked.
only_checked() {
  if [[ $checked == all ]]; then
    cat
  else
    awk_parts -v checked=" $checked " -v root="$root/" -f "$root/tests/only_checked.awk"
  fi
}

# The operations that are checked, for CMake; nothing for all.
tests_of() {
  local operation list=none
  [[ $checked != all ]] || return 0
  for operation in $(operations); do
    [[ " $checked " != *" $operation "* ]] || list+=";$operation"
  done
  say "$list"
}
