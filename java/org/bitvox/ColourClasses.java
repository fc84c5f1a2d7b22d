// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Learns classes of colours from samples: for each class the mixture of Gaussians under which its
 * samples are most likely, by expectation and maximisation (EM) on the distinct colours with their
 * counts.
 *
 * <p>The same samples and options give the same model for every backend and number of threads. An
 * instance holds the options:
 *
 * <pre>{@code
 * try (ColourSamples samples = new ColourSamples()) {
 *   samples.add(colours, labels);
 *   ColourClasses.Result result = new ColourClasses().gaussians(3).train(samples, listener);
 * }
 * }</pre>
 */
public final class ColourClasses extends RunOptions<ColourClasses> {
  /** How probable classes are before a colour is seen. */
  public enum Priors {
    /** All alike. */
    EQUAL,
    /** As often as they were sampled. */
    SAMPLED,
    /** As given. */
    GIVEN
  }

  /** A model, and how well it fits. Arrays have one number for each class, by ascending labels. */
  public static final class Result {
    private ColourModel model = new ColourModel(); // all are written by native code
    private int[] labels;
    private long[] samples;
    private long[] colours;
    private double[] logLikelihood;
    private double[] bic;
    private int[] iterations;
    private long unsteady;
    private RunReport run;

    Result() {}

    /** The classes; they are named after their labels. */
    public ColourModel model() {
      return model;
    }

    /** The labels, in ascending order. */
    public int[] labels() {
      return labels.clone();
    }

    /** Samples of each class. */
    public long[] samples() {
      return samples.clone();
    }

    /** Distinct colours of each class. */
    public long[] colours() {
      return colours.clone();
    }

    /** Natural logarithm of the likelihood of all samples of each class. */
    public double[] logLikelihood() {
      return logLikelihood.clone();
    }

    /** Bayesian information criterion: parameters ln(samples) - 2 log-likelihood. */
    public double[] bic() {
      return bic.clone();
    }

    /** Steps of EM. */
    public int[] iterations() {
      return iterations.clone();
    }

    /** How many classes would have taken more steps than were allowed. */
    public long unsteady() {
      return unsteady;
    }

    /** The backend that did the work, and a note about it. */
    public RunReport run() {
      return run;
    }
  }

  private ColourModel.Space space = ColourModel.Space.HSV; // all are read by native code
  private ColourModel.Covariance covariance = ColourModel.Covariance.FULL;
  private int gaussians;
  private Priors priors = Priors.EQUAL;
  private double[] givenPriors = {};
  private int iterations = 300;
  private long seed = 1;

  /** Whose numbers Gaussians have; HSV by default. */
  public ColourClasses space(ColourModel.Space value) {
    space = Objects.requireNonNull(value);
    return this;
  }

  /** What Gaussians may look like; full by default. */
  public ColourClasses covariance(ColourModel.Covariance value) {
    covariance = Objects.requireNonNull(value);
    return this;
  }

  /** Of each class, 1 to 8; 0, the default, for the number of the least BIC. */
  public ColourClasses gaussians(int value) {
    gaussians = value;
    return this;
  }

  /** How probable classes are; equal by default. */
  public ColourClasses priors(Priors value) {
    priors = Objects.requireNonNull(value);
    return this;
  }

  /** The same as numbers above 0, in the order of labels. */
  public ColourClasses priors(double... values) {
    givenPriors = values.clone();
    return priors(Priors.GIVEN);
  }

  /** Steps of EM at most: 1 to 10,000; 300 by default. */
  public ColourClasses iterations(int value) {
    iterations = value;
    return this;
  }

  /** Of the random numbers of the start: 0 to 2^53; 1 by default. */
  public ColourClasses seed(long value) {
    seed = value;
    return this;
  }

  @Override
  ColourClasses self() {
    return this;
  }

  /**
   * Learns a class for each label.
   *
   * @throws IllegalArgumentException if there are no samples, a label has fewer distinct colours
   *     than Gaussians, or all its samples are of one colour, or an option is out of range, or the
   *     backend is not available
   * @throws java.util.concurrent.CancellationException if the listener stops it
   * @throws OutOfMemoryError without native memory for the work
   */
  public Result train(ColourSamples samples, ProgressListener listener) {
    return samples.use(
        handle -> {
          Result result = new Result();
          train(handle, listener, result);
          result.model.named(
              Arrays.stream(result.labels)
                  .mapToObj(Integer::toString)
                  .collect(Collectors.toList()));
          return result;
        });
  }

  /** Reads the options of this object by name and writes the fields of the result. */
  private native void train(long samples, ProgressListener listener, Result result);
}
