@echo off
rem SPDX-License-Identifier: BSD-2-Clause
rem Runs a command of Bitvox on Windows: bitvox COMMAND key=value...
rem The jar lies beside this file, or this file in the folder of ImageJ or Fiji.
setlocal DisableDelayedExpansion
set BITVOX_JAR=
for %%F in ("%~dp0Bitvox_*.jar" "%~dp0plugins\Bitvox_*.jar") do set "BITVOX_JAR=%%~fF"
if not defined BITVOX_JAR (
  echo bitvox: there is no Bitvox_*.jar beside "%~f0" or in the folder plugins there 1>&2
  exit /b 1
)
set "BITVOX_JAVA=java"
if defined JAVA_HOME set "BITVOX_JAVA=%JAVA_HOME%\bin\java"
for /d %%D in ("%~dp0java\win64\*") do if exist "%%~D\bin\java.exe" set "BITVOX_JAVA=%%~D\bin\java"
rem Java would not get all letters of its arguments; the environment has them.
set BITVOX_ARGUMENTS=%*
"%BITVOX_JAVA%" -jar "%BITVOX_JAR%"
exit /b %ERRORLEVEL%
