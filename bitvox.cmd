@echo off
rem SPDX-License-Identifier: BSD-2-Clause
rem Runs a command of Bitvox on Windows: bitvox COMMAND key=value...
rem The jar lies beside this file, or this file in the folder of ImageJ or Fiji.
setlocal DisableDelayedExpansion
set BITVOX_JAR=
rem No "call": it would take a %% in the folder's name for a variable.
for %%I in ("%~dp0" "%~dp0plugins\") do (
  for /f "delims=" %%J in ('dir /b "%%~IBitvox_*.jar" 2^>nul') do set "BITVOX_JAR=%%~I%%J"
)
if not defined BITVOX_JAR (
  echo bitvox: there is no Bitvox_*.jar beside "%~f0" or in the folder plugins there 1>&2
  exit /b 1
)
set BITVOX_JAVA=java
if defined JAVA_HOME set "BITVOX_JAVA=%JAVA_HOME%\bin\java"
rem Java would not get all letters of its arguments; the environment has them.
set BITVOX_ARGUMENTS=%*
"%BITVOX_JAVA%" -jar "%BITVOX_JAR%"
exit /b %ERRORLEVEL%
