// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UnsupportedEncodingException;
import java.util.Arrays;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bitvox.commands.CliOperation;
import org.bitvox.commands.ConsoleListener;
import org.bitvox.commands.Failures;
import org.bitvox.commands.MacroCall;
import org.bitvox.commands.ParameterHelp;
import org.bitvox.commands.UsageException;

/**
 * The command line: {@code java -cp ij.jar:Bitvox_.jar org.bitvox.Cli COMMAND key=value...}
 *
 * <p>Exit codes: 0 done, 1 failed, 2 wrong usage, 130 stopped by Ctrl-C. Results that are not files
 * go to stdout, problems to stderr in one to four lines.
 */
public final class Cli {
  /** Shows progress on stderr when true; the launcher knows whether that is a terminal. */
  private static final String PROGRESS = "bitvox.progress";

  private static final int DONE = 0;
  private static final int FAILED = 1;
  private static final int WRONG_USAGE = 2;
  private static final int STOPPED = 130;

  private final PrintStream out;
  private final PrintStream err;
  private final ConsoleListener listener;

  Cli(PrintStream out, PrintStream err, ConsoleListener listener) {
    this.out = out;
    this.err = err;
    this.listener = listener;
  }

  /** Runs one command and exits. */
  public static void main(String[] args) {
    System.setProperty("java.awt.headless", "true");
    PrintStream out = utf8(new FileOutputStream(FileDescriptor.out));
    PrintStream err = utf8(new FileOutputStream(FileDescriptor.err));
    silenceImageJ();
    AtomicBoolean stop = new AtomicBoolean();
    CountDownLatch finished = new CountDownLatch(1);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(stop, finished)));
    PrintStream terminal = Boolean.getBoolean(PROGRESS) ? err : null;
    int code = new Cli(out, err, new ConsoleListener(terminal, stop)).run(args);
    out.flush();
    finished.countDown();
    System.exit(code);
  }

  /** For Ctrl-C: like Escape. The JVM then exits with 130. */
  private static void stop(AtomicBoolean stop, CountDownLatch finished) {
    stop.set(true);
    try {
      finished.await(5, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Failures.discardUnfinishedFiles();
  }

  /** For macros: call("org.bitvox.Cli.run", "granulometry", "input=FILE ..."). */
  public static String run(String command, String options) {
    return MacroCall.run(command, options);
  }

  /** For macros: a command without keys. */
  public static String run(String command) {
    return MacroCall.run(command, "");
  }

  /** Runs a command and returns its exit code. */
  int run(String... args) {
    try {
      if (args.length == 0 || isHelp(args[0])) {
        out.print(overview());
      } else if (args.length == 2 && isHelp(args[1])) {
        out.print(ParameterHelp.text(CliOperation.named(args[0]).parameters()));
      } else if (args.length == 2 && args[1].equals("help=markdown")) {
        out.print(ParameterHelp.markdown(CliOperation.named(args[0]).parameters()));
      } else {
        CliOperation command = CliOperation.named(args[0]);
        command.run(Arrays.asList(args).subList(1, args.length), out, listener);
      }
      return DONE;
    } catch (Exception | Error e) {
      listener.erase();
      err.println("bitvox: " + Failures.sentence(e));
      return e instanceof CancellationException
          ? STOPPED
          : e instanceof UsageException ? WRONG_USAGE : FAILED;
    }
  }

  private static boolean isHelp(String word) {
    return word.equals("help") || word.equals("--help") || word.equals("-h");
  }

  private static String overview() {
    int longest =
        CliOperation.ALL.stream().mapToInt(c -> c.parameters().command().length()).max().orElse(0);
    StringBuilder text = new StringBuilder("COMMAND key=value...\n\n");
    for (CliOperation command : CliOperation.ALL) {
      String name = command.parameters().command();
      text.append(
          String.format("  %-" + (longest + 2) + "s%s%n", name, command.parameters().summary()));
    }
    return text.append("\nCOMMAND help lists its keys.\n").toString();
  }

  private static PrintStream utf8(OutputStream stream) {
    try {
      return new PrintStream(stream, false, "UTF-8");
    } catch (UnsupportedEncodingException e) {
      throw new IllegalStateException(e); // every Java has UTF-8
    }
  }

  /** ImageJ prints what it cannot read; our own sentence says it. */
  private static void silenceImageJ() {
    PrintStream nowhere =
        new PrintStream(
            new OutputStream() {
              @Override
              public void write(int b) {}

              @Override
              public void write(byte[] b, int from, int length) {}
            });
    System.setOut(nowhere);
    System.setErr(nowhere);
  }
}
