// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Classes of colours, each a mixture of Gaussians in a colour space: a colour is of the class of
 * the largest prior times density.
 *
 * <p>Numbers of colours are whole: hue 0 to 1535, an angle of 256 steps per sextant from red,
 * saturation and value 0 to 255; red, green and blue 0 to 255; or L, a and b in tenths.
 */
public final class ColourModel {
  /** Whose numbers Gaussians have. */
  public enum Space {
    /** Hue, saturation and value. */
    HSV,
    /** Red, green and blue. */
    RGB,
    /** CIE L*a*b* under D65. */
    LAB
  }

  /** What Gaussians may look like. */
  public enum Covariance {
    /** Ellipsoids along any axes. */
    FULL,
    /** Ellipsoids along the axes of the space. */
    DIAGONAL
  }

  /** The largest number of classes. */
  public static final int MOST_CLASSES = 12;

  /** The largest number of Gaussians of a class. */
  public static final int MOST_GAUSSIANS = 8;

  /** Numbers of a Gaussian's covariance: 11, 12, 13, 22, 23, 33. */
  public static final int COVARIANCES = 6;

  private Space space = Space.HSV; // all but the names are read and written by native code
  private Covariance covariance = Covariance.FULL;
  private double[] priors = {};
  private double[] gaussians = {};
  private double[] weights = {};
  private double[] means = {};
  private double[] covariances = {};
  private List<String> names = Collections.emptyList();

  ColourModel() {}

  /** One without classes, to which they are added. */
  public static ColourModel of(Space space, Covariance covariance) {
    ColourModel model = new ColourModel();
    model.space = space;
    model.covariance = covariance;
    return model;
  }

  /**
   * Adds a class without Gaussians.
   *
   * @param prior how probable it is before a colour is seen, beside the others'
   */
  public void addClass(String name, double prior) {
    priors = append(priors, prior);
    gaussians = append(gaussians, 0);
    names = new ArrayList<>(names);
    names.add(name);
  }

  /**
   * Adds a Gaussian to the last class.
   *
   * @param weight within its class
   * @param mean three numbers
   * @param ofCovariance six numbers: 11, 12, 13, 22, 23, 33
   */
  public void addGaussian(double weight, double[] mean, double[] ofCovariance) {
    gaussians[gaussians.length - 1]++;
    weights = append(weights, weight);
    means = append(means, mean);
    covariances = append(covariances, ofCovariance);
  }

  private static double[] append(double[] numbers, double... more) {
    double[] all = Arrays.copyOf(numbers, numbers.length + more.length);
    System.arraycopy(more, 0, all, numbers.length, more.length);
    return all;
  }

  /** Gives its classes these names. */
  public ColourModel named(List<String> values) {
    names = new ArrayList<>(values);
    return this;
  }

  /** The space of its numbers. */
  public Space space() {
    return space;
  }

  /** What its Gaussians may look like. */
  public Covariance covariance() {
    return covariance;
  }

  /** How many classes it has. */
  public int classes() {
    return priors.length;
  }

  /** What a class is called, from 0. */
  public String name(int ofClass) {
    return names.get(ofClass);
  }

  /** How probable a class is before a colour is seen, beside the others. */
  public double prior(int ofClass) {
    return priors[ofClass];
  }

  /** How many Gaussians a class has. */
  public int gaussians(int ofClass) {
    return (int) gaussians[ofClass];
  }

  /** The weight of Gaussian i of a class, both from 0. */
  public double weight(int ofClass, int i) {
    return weights[first(ofClass) + i];
  }

  /** Which Gaussian of a class has the largest weight. */
  public int largest(int ofClass) {
    int largest = 0;
    for (int i = 1; i < gaussians(ofClass); i++) {
      largest = weight(ofClass, i) > weight(ofClass, largest) ? i : largest;
    }
    return largest;
  }

  /** Its mean, three numbers. */
  public double[] mean(int ofClass, int i) {
    int at = 3 * (first(ofClass) + i);
    return Arrays.copyOfRange(means, at, at + 3);
  }

  /** Its covariance, six numbers: 11, 12, 13, 22, 23, 33. */
  public double[] covariance(int ofClass, int i) {
    int at = COVARIANCES * (first(ofClass) + i);
    return Arrays.copyOfRange(covariances, at, at + COVARIANCES);
  }

  private int first(int ofClass) {
    int first = 0;
    for (int k = 0; k < ofClass; k++) {
      first += gaussians(k);
    }
    return first;
  }

  /**
   * Whether native code can work with it.
   *
   * @throws IllegalArgumentException with what is wrong with which class
   */
  public void check() {
    NativeLibrary.load();
    check(this);
  }

  private static native void check(ColourModel model);
}
