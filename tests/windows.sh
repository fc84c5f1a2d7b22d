# SPDX-License-Identifier: BSD-2-Clause
# What "./bitvox check windows" does: the Java tests of files, names, loading and commands, and ImageJ's
# window, with a Java for Windows under Wine. Read by that script, whose functions and variables it
# uses.
# shellcheck shell=bash disable=SC2154

windows=$checks/windows

# Of the same version as JUnit in pom.xml.
junit_console=org.junit.platform:junit-platform-console-standalone:1.11.4

# The library for Windows, if check_windows_library has built it, lies in a folder as in the jar.
windows_library=$windows/library

use_windows_library() {
  rm -rf "$windows_library"
  [[ ! -e $windows_build/bitvox.dll ]] ||
    install -D "$windows_build/bitvox.dll" "$windows_library/native/windows-x86_64/bitvox.dll"
}

# With it all that computes and what has to do with files and commands; without it what needs none.
# Damaged files, and packed ones, are read by the same code everywhere, and take minutes here; ImageJ
# leaves some damaged ones open, which Windows then does not remove.
windows_tests() {
  if [[ -e $windows_library ]]; then
    say 'org\.bitvox\.(files|parameters|calls|commands)\.(?!.*Damage|.*Fuzz|TiffStack).*Test' \
      'org\.bitvox\.[A-Za-z0-9]*Test'
  else
    say 'org\.bitvox\.files\.(?!ColourModel|HeaderContradiction|SliceLoader|ValueChange|VoxelSize|.*Damage|.*Fuzz|TiffStack).*Test' \
      'org\.bitvox\.parameters\..*Test' 'org\.bitvox\.(Arguments|Launcher|NativeLibrary|Platform)Test'
  fi
}

# A Windows of its own, which needs neither .NET nor a browser. What hangs ends after half an hour, or
# WINE_SECONDS.
in_wine() { # PROGRAM ARGUMENT...
  mkdir -p "$windows"
  WINEPREFIX=$windows/prefix WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml=' \
    timeout "${WINE_SECONDS:-1800}" wine "$@"
}

end_wine() { WINEPREFIX=$windows/prefix wineserver -k || true; }

# on_display COMMAND...: with a display of its own, until Wine has ended. Wine takes it when it begins.
on_display() {
  local server i code=0
  : >"$checks/windows-display"
  Xvfb -displayfd 3 -screen 0 1280x1024x24 3>"$checks/windows-display" &
  server=$!
  for ((i = 0; i < 100; ++i)); do [[ ! -s $checks/windows-display ]] || break; sleep 0.1; done
  DISPLAY=:$(<"$checks/windows-display") "$@" || code=1
  end_wine
  kill "$server"
  return "$code"
}

under_wine() { in_wine "$BITVOX_WINDOWS_JAVA/bin/java.exe" "$@"; }

# windows_path FILE...: as Java for Windows takes them, with ; between them.
windows_path() {
  local path
  path=$(printf ';Z:%s' "${@//\//\\}")
  say "${path#;}"
}

# until_reported COMMAND...: ends Wine when all reports have been there for a while: now and then Java's
# window system waits for ever under Wine, as the JVM ends.
until_reported() {
  local process written=0
  "$@" &
  process=$!
  while kill -0 "$process" 2>/dev/null; do
    [[ ! -s $windows/reports/TEST-junit-jupiter.xml || ! -s $windows/reports/TEST-junit-vintage.xml ]] ||
      ((++written < 30)) || end_wine
    sleep 1
  done
  wait "$process" || true
}

# Temporary folders are on Wine's own drive C:, as users have them.
windows_java_tests() {
  local test selected=()
  while read -r test; do selected+=(--include-classname "$test"); done < <(windows_tests)
  rm -rf "$windows/reports"
  until_reported under_wine -Djava.awt.headless=true -Dfile.encoding=UTF-8 \
    -cp "$(windows_path "$windows"/junit-*.jar "$target/classes" "$target/test-classes" \
      "$target/imagej/ij.jar" "$windows_library")" \
    org.junit.platform.console.ConsoleLauncher execute --disable-banner --details=none \
    --scan-classpath "$(windows_path "$target/test-classes")" --exclude-tag Slow \
    "${selected[@]}" --reports-dir "$(windows_path "$windows/reports")"
  all_passed "$windows/reports/TEST-junit-jupiter.xml"
}

# The exit code does not say whether the JVM came to its end.
all_passed() { # REPORT
  local suite
  suite=$(grep -m 1 '<testsuite ' "$1") &&
    [[ $suite == *' failures="0" errors="0"'* && ! $suite == *' tests="0"'* ]]
}

# ImageJ with a release's zip unpacked over it: a command without a window, then the window.
windows_install() {
  local folder=$windows/imagej jar=$windows/Bitvox_.jar compute=()
  rm -rf "$folder"
  mkdir -p "$folder"
  cp "$target"/Bitvox_-*.jar "$jar"
  if [[ -e $windows_library ]]; then
    jar -uf "$jar" -C "$windows_library" native
    compute=(compute)
  fi
  make_zip "$jar" "$windows" && unzip -q "$windows/Bitvox-$(pom_version).zip" -d "$folder" &&
    cp "$target/imagej/ij.jar" "$folder" && [[ -e $folder/bitvox.cmd ]] || return
  under_wine -Djava.awt.headless=true -jar "$(windows_path "$folder/plugins/Bitvox_.jar")" \
    granulometry help | grep max_radius= || return
  # Wine now and then has no desktop for the window.
  for ((i = 0; i < 3; ++i)); do
    end_wine
    rm -rf "$windows/prefix"
    ! on_display windows_window "${compute[@]}" || return 0
  done
  return 1
}

windows_window() { # [compute]
  local folder=$windows/imagej
  javac -d "$folder" -cp "$folder/ij.jar" "$root/tests/launch/WindowsDriver.java" &&
    WINE_SECONDS=300 under_wine -Dsun.java2d.d3d=false -Dsun.java2d.noddraw=true \
      "-Dplugins.dir=$(windows_path "$folder")" \
      -cp "$(windows_path "$folder/ij.jar" "$folder")" \
      WindowsDriver "$(windows_path "$windows/window.png")" "$@" | grep '^WINDOW'
}

check_windows() {
  mkdir -p "$windows"
  use_windows_library
  maven dependency:copy "-Dartifact=$junit_console" "-DoutputDirectory=$windows" &&
    on_display windows_java_tests && windows_install
}

# Skipped where there is no such Java: it is no package.
windows_java_given() {
  if [[ -z ${BITVOX_WINDOWS_JAVA:-} ]]; then
    say "Java for Windows is skipped: BITVOX_WINDOWS_JAVA names no folder with one"
    return 1
  fi
  [[ -f $BITVOX_WINDOWS_JAVA/bin/java.exe ]] ||
    die "BITVOX_WINDOWS_JAVA=$BITVOX_WINDOWS_JAVA has no bin/java.exe"
  install_missing wine:wine unzip:unzip "${gui_needs[@]}"
  mkdir -p "$checks"
}
