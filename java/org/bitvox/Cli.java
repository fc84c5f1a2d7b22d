// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UnsupportedEncodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bitvox.calls.Command;
import org.bitvox.calls.ConsoleListener;
import org.bitvox.calls.Failures;
import org.bitvox.calls.FilesFailedException;
import org.bitvox.calls.Printer;
import org.bitvox.commands.Commands;
import org.bitvox.files.OutputFiles;
import org.bitvox.files.Windows;
import org.bitvox.parameters.ParameterHelp;
import org.bitvox.parameters.UsageException;

/**
 * The command line: {@code java -cp ij.jar:Bitvox_.jar org.bitvox.Cli COMMAND key=value...}
 *
 * <p>Exit codes: 0 done, 1 failed, 2 wrong usage, 130 stopped by Ctrl-C. Results that are not files
 * go to stdout, problems to stderr in one to four lines, or one for each of several files.
 */
public final class Cli {
  /** Shows progress on stderr when true; the launcher knows whether that is a terminal. */
  private static final String PROGRESS = "bitvox.progress";

  private static final int DONE = 0;
  private static final int FAILED = 1;
  private static final int WRONG_USAGE = 2;
  private static final int STOPPED = 130;

  private static final String SAID_STOPPED = "bitvox: stopped";

  /** After a signal, for the command to end by itself. */
  private static final int SECONDS_TO_STOP = 5;

  private final OutputStream out;
  private final Charset charset; // of out
  private final PrintStream err;
  private final ConsoleListener listener;
  private final Work work;

  Cli(OutputStream out, PrintStream err, ConsoleListener listener) {
    this(out, StandardCharsets.UTF_8, err, listener, Command::run);
  }

  private Cli(
      OutputStream out, Charset charset, PrintStream err, ConsoleListener listener, Work work) {
    this.work = work;
    this.out = out;
    this.charset = charset;
    this.err = err;
    this.listener = listener;
  }

  /** What is done with a command that is called. */
  public interface Work {
    /** Runs it with these options, each key=value or a bare word. */
    void run(Command command, List<String> options, ProgressListener listener, Printer printer)
        throws IOException;
  }

  /** Runs one command and exits. */
  public static void main(String[] args) {
    main(args, Command::run);
  }

  /** The same with other work. */
  public static void main(String[] args, Work work) {
    PrintStream err = stream(FileDescriptor.err, Consoles.charset("stderr"));
    AtomicBoolean stop = new AtomicBoolean();
    CompletableFuture<Integer> code = new CompletableFuture<>();
    try {
      Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(stop, code, err)));
    } catch (IllegalStateException e) { // a signal came while Java started
      say(err, SAID_STOPPED);
      return;
    }
    System.setProperty("java.awt.headless", "true");
    OutputStream out = new FileOutputStream(FileDescriptor.out); // says when it cannot be written
    silenceImageJ();
    PrintStream terminal = Boolean.getBoolean(PROGRESS) ? err : null;
    Cli cli =
        new Cli(out, Consoles.charset("stdout"), err, new ConsoleListener(terminal, stop), work);
    String typed = System.getenv(Arguments.TYPED);
    code.complete(cli.run(() -> Arguments.of(args, typed, Windows.HERE)));
    System.exit(code.join());
  }

  /** For Ctrl-C: like Escape. A command that puts its files in place by then ends as ever. */
  private static void stop(AtomicBoolean stop, CompletableFuture<Integer> code, PrintStream err) {
    stop.set(true);
    endWith(code, SECONDS_TO_STOP);
    OutputFiles.discardUnfinished();
    endWith(code, 1); // where its files were just being put in place
    if (!code.isDone()) {
      say(err, SAID_STOPPED);
    }
  }

  /** Ends the process with the command's code; one that was stopped ends with the signal's. */
  private static void endWith(CompletableFuture<Integer> code, int seconds) {
    try {
      int known = code.get(seconds, TimeUnit.SECONDS);
      if (known != STOPPED) {
        Runtime.getRuntime().halt(known);
      }
    } catch (TimeoutException | ExecutionException e) {
      // it does not end
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * For macros: call("org.bitvox.Cli.run", "granulometry", "input=FILE ...").
   *
   * @param options in ImageJ's syntax; null is none
   * @return what the command prints; empty after a failure, which is shown and stops the macro
   */
  public static String run(String command, String options) {
    String name = command == null ? "" : command;
    try {
      return Commands.named(name).print(options == null ? "" : options);
    } catch (IOException | RuntimeException | OutOfMemoryError | UnsatisfiedLinkError e) {
      Failures.show(("Bitvox " + name).trim(), e);
      return "";
    }
  }

  /** For macros: a command without keys. */
  public static String run(String command) {
    return run(command, "");
  }

  /** Runs a command and returns its exit code. */
  int run(String... args) {
    return run(() -> Arguments.withFiles(Arrays.asList(args)));
  }

  private interface Words {
    List<String> read() throws IOException;
  }

  private int run(Words words) {
    try {
      answer(words.read().toArray(new String[0]));
      return DONE;
    } catch (FilesFailedException e) {
      listener.erase();
      e.sentences().forEach(sentence -> say(err, "bitvox: " + sentence));
      return e.isWrongUsage() ? WRONG_USAGE : FAILED;
    } catch (Exception | Error e) {
      listener.erase();
      say(err, "bitvox: " + Failures.sentence(e));
      return e instanceof CancellationException
          ? STOPPED
          : e instanceof UsageException ? WRONG_USAGE : FAILED;
    }
  }

  /** A line that ends as on Linux, on all systems. */
  private static void say(PrintStream stream, String sentence) {
    stream.print(sentence + "\n");
    stream.flush();
  }

  /** Does what is asked for and prints what goes to stdout. */
  private void answer(String... words) throws IOException {
    boolean asInTheManual = words.length > 1 && words[0].equals("run"); // ./bitvox run label ...
    String[] args = asInTheManual ? Arrays.copyOfRange(words, 1, words.length) : words;
    boolean help = Arrays.stream(args).anyMatch(Cli::isHelp);
    if (args.length == 0 || args.length == 1 && help) {
      print(overview());
    } else if (help) {
      String name = isHelp(args[0]) ? args[1] : args[0];
      print(ParameterHelp.text(Commands.named(name).parameters()));
    } else if (args.length == 2 && args[1].equals("help=markdown")) {
      print(ParameterHelp.markdown(Commands.named(args[0]).parameters()));
    } else {
      List<String> options = Arrays.asList(args).subList(1, args.length);
      String name = args[0].equals("--version") ? "version" : args[0];
      work.run(Commands.named(name), options, listener, new Streams());
    }
  }

  /** A full disk or a reader that has gone is a failure, though files may be complete. */
  private void print(String text) throws IOException {
    listener.erase();
    try {
      out.write(text.getBytes(charset));
      out.flush();
    } catch (IOException e) {
      throw new IOException("the results cannot be written to stdout: " + e.getMessage(), e);
    }
  }

  private final class Streams implements Printer {
    @Override
    public void print(String text) throws IOException {
      Cli.this.print(text);
    }

    @Override
    public void announce(String sentence) {
      listener.erase();
      say(err, "bitvox: " + sentence);
    }
  }

  private static boolean isHelp(String word) {
    return word.equals("help") || word.equals("--help") || word.equals("-h");
  }

  private static String overview() {
    int longest =
        Commands.ALL.stream().mapToInt(c -> c.parameters().command().length()).max().orElse(0);
    StringBuilder text = new StringBuilder("COMMAND key=value...\n\n");
    for (Command command : Commands.ALL) {
      String name = command.parameters().command();
      text.append(
          String.format("  %-" + (longest + 2) + "s%s\n", name, command.parameters().summary()));
    }
    return text.append("\nCOMMAND help lists its keys.\n").toString();
  }

  private static PrintStream stream(FileDescriptor to, Charset charset) {
    try {
      return new PrintStream(new FileOutputStream(to), false, charset.name());
    } catch (UnsupportedEncodingException e) {
      throw new IllegalStateException(e); // it has the charset
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
