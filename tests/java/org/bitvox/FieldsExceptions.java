// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** What differs between C++, Java and keys on purpose, and why. */
final class FieldsExceptions {
  /** Options that are no key of their own. */
  static final Map<String, String> WITHOUT_KEY = new HashMap<>();

  /** Objects whose fields are keys of the commands that hold one. */
  static final Set<String> FIELDS_ARE_KEYS = Collections.singleton("Detector");

  /** Options that stand beside those of an operation, and are keys of its command. */
  static final Map<String, String> KEYS_OF = new HashMap<>();

  /** Options that have another name as a key. */
  static final Map<String, String> OTHER_KEY = new HashMap<>();

  /** Keys in another unit: so much of it is 1 in C++. */
  static final Map<String, Double> KEY_FACTOR = new HashMap<>();

  /** Keys with another range than the option. */
  static final Map<String, String> OTHER_RANGE = new HashMap<>();

  /** Keys with another default than the option. */
  static final Map<String, String> OTHER_DEFAULT = new HashMap<>();

  /** Keys whose words are not the names of the constants. */
  static final Map<String, String> OTHER_WORDS = new HashMap<>();

  /** Fields of Java that native code knows nothing of. */
  static final Map<String, String> JAVA_ONLY = new HashMap<>();

  /** Commands that are no operation, or not described yet. */
  static final Map<String, String> NO_OPERATION = new HashMap<>();

  static {
    KEYS_OF.put("Agents$MovieOptions", "Agents");
    WITHOUT_KEY.put("Agents.spacing", "the image has it, and of a box pixel=");

    OTHER_KEY.put("Granulometry.extent", "per_slice");
    JAVA_ONLY.put("Granulometry.radius", "of the largest ball, for blocks");
    WITHOUT_KEY.put("Granulometry.spacing", "the image has it");

    OTHER_KEY.put("Label.extent", "per_slice");
    OTHER_WORDS.put("Label.connectivity", "numbers of neighbours");
    WITHOUT_KEY.put("Label.pixels", "follows from the name of the output");
    WITHOUT_KEY.put("Label.spacing", "the image has it");
    JAVA_ONLY.put("Label.binary", "whether native code gets a volume to fill");
    JAVA_ONLY.put("Label.objects", "whether native code measures them");
    JAVA_ONLY.put("Label.second", "an input");

    OTHER_KEY.put("SplitObjects.extent", "per_slice");
    OTHER_WORDS.put("SplitObjects.connectivity", "numbers of neighbours");
    OTHER_DEFAULT.put("SplitObjects.tolerance", "of distances half the side of a voxel");
    WITHOUT_KEY.put("SplitObjects.pixels", "follows from the name of the output");
    WITHOUT_KEY.put("SplitObjects.spacing", "the image has it");
    JAVA_ONLY.put("SplitObjects.binary", "whether native code gets a volume to fill");
    JAVA_ONLY.put("SplitObjects.objects", "whether native code measures them");
    JAVA_ONLY.put("SplitObjects.image", "an input");
    JAVA_ONLY.put("SplitObjects.markers", "an input");
    JAVA_ONLY.put("SplitObjects.second", "an input");

    OTHER_WORDS.put("Surface.connectivity", "numbers of neighbours");
    WITHOUT_KEY.put("Surface.spacing", "the image has it");
    JAVA_ONLY.put("Surface$Result.owner", "of the mesh, which is written later");
    WITHOUT_KEY.put("Radiograph.beam", "follows from geometry=");
    OTHER_DEFAULT.put("Radiograph.source_object", "follows from geometry= and the image");
    OTHER_DEFAULT.put("Radiograph.source_detector", "follows from geometry= and the image");
    OTHER_RANGE.put("Radiograph.source_object", "a source on the axis has no magnification");
    OTHER_DEFAULT.put("Radiograph.columns", "all of the image is in view");
    OTHER_DEFAULT.put("Radiograph.rows", "all of the image is in view");
    OTHER_KEY.put("Radiograph.pixel_width", "pixel");
    OTHER_DEFAULT.put("Radiograph.pixel_width", "all of the image is in view");
    WITHOUT_KEY.put("Radiograph.pixel_height", "pixels are squares, or as high as slices");
    WITHOUT_KEY.put("Radiograph.spacing", "the image has it");

    WITHOUT_KEY.put("RegisterMi.max_shift", "the key has lengths in the image's unit");
    WITHOUT_KEY.put("RegisterMi.start", "the key is a table, which has the motion");
    WITHOUT_KEY.put("RegisterMi.fixed_voxel", "the images have it");
    WITHOUT_KEY.put("RegisterMi.pixel_aspect", "the image has it");
    WITHOUT_KEY.put("RegisterMi.slice_aspect", "the image has it");
    JAVA_ONLY.put("RegisterMi.mask", "an input");
    JAVA_ONLY.put("RegisterMiMotion.middle", "read only where a motion is applied");

    OTHER_KEY.put("LocalThickness.extent", "per_slice");
    OTHER_WORDS.put("LocalThickness.phase", "both is two of them");
    WITHOUT_KEY.put("LocalThickness.spacing", "the image has it");

    OTHER_KEY.put("DistanceMap.extent", "per_slice");
    WITHOUT_KEY.put("DistanceMap.spacing", "the image has it");

    OTHER_KEY.put("Minkowski.extent", "per_slice");
    OTHER_WORDS.put("Minkowski.directions", "numbers of directions");
    WITHOUT_KEY.put("Minkowski.spacing", "the image has it");

    OTHER_KEY.put("Morphology.extent", "per_slice");
    OTHER_WORDS.put("Morphology.connectivity", "numbers of neighbours");
    OTHER_DEFAULT.put("Morphology.min_size", "none, as area_open must be told");

    OTHER_KEY.put("Convolution.edges", "padding"); // edges= asks another question elsewhere
    JAVA_ONLY.put("Convolution.kernel", "goes to native code by itself");

    OTHER_KEY.put("JointHistogram.extent", "per_slice");
    for (String of : new String[] {"first", "second"}) {
      WITHOUT_KEY.put("JointHistogram." + of + "_bins", "bins= is a text of one or two numbers");
      WITHOUT_KEY.put("JointHistogram." + of + "_range", "a text of two numbers, or full");
      WITHOUT_KEY.put("JointHistogram." + of + "_threshold", "the key is of shown values");
      WITHOUT_KEY.put("JointHistogram." + of + "_shown", "the image has it");
    }
    WITHOUT_KEY.put("JointHistogram.colocalization", "a word of statistics=");
    WITHOUT_KEY.put("JointHistogram.block", "a text of one or three numbers");

    OTHER_KEY.put("SkeletonGraph.extent", "per_slice");
    WITHOUT_KEY.put("SkeletonGraph.spacing", "the image has it");
    JAVA_ONLY.put("SkeletonGraph.distances", "an input");
    JAVA_ONLY.put("SkeletonGraph.grey", "an input");
    JAVA_ONLY.put("SkeletonGraph$Result.extent", "for the tags of a slice");
    JAVA_ONLY.put("Skeleton3D.anchors", "an input");
    for (String axis : new String[] {"x", "y", "z"}) {
      WITHOUT_KEY.put("RayHits.source_" + axis, "the key source has all three");
    }
    for (String fits :
        new String[] {
          "source_object", "source_detector", "columns", "rows", "pixel_width", "pixel_height"
        }) {
      OTHER_DEFAULT.put("RayHits." + fits, "all of the meshes is in view");
    }
    JAVA_ONLY.put("Meshes.owner", "of the meshes in native memory");
    OTHER_RANGE.put("Motif.max_motifs", "the tables of more are too long to be of use");
    OTHER_WORDS.put("Flow.plane", "auto chooses one by the direction of the flow");
    OTHER_RANGE.put("Permeability.tau", "a key is left empty to have it chosen");
    WITHOUT_KEY.put("ColourClasses.priors", "the key is a word or numbers");
    WITHOUT_KEY.put("ColourClasses.given_priors", "priors= has them");
    OTHER_KEY.put("ClassifyColours.gate", "track");
    WITHOUT_KEY.put("ClassifyColours.ignored", "the key has names of classes");
    WITHOUT_KEY.put("ClassifyColours.pixel_width", "the image has it");
    WITHOUT_KEY.put("ClassifyColours.pixel_height", "the image has it");
    JAVA_ONLY.put("ClassifyColours.background", "an input");
    for (String image : new String[] {"classes", "probabilities", "labels"}) {
      JAVA_ONLY.put("ClassifyColours." + image, "receives an image");
    }
    JAVA_ONLY.put("ColourModel.names", "native code needs none");
    WITHOUT_KEY.put("RandomWalker.spacing", "the image has it");
    WITHOUT_KEY.put("Geodesic.spacing", "the image has it");
    OTHER_WORDS.put("Geodesic.connectivity", "numbers of neighbours");
    WITHOUT_KEY.put("Skeleton3D.max_rounds", "for blocks, which are thinned in steps");
    JAVA_ONLY.put("LocalThickness.radius", "for blocks, which are called with it");
    JAVA_ONLY.put("Geodesic.objects", "whether native code measures them");
    WITHOUT_KEY.put("MinimalPath.spacing", "the image has it");
    OTHER_WORDS.put("MinimalPath.connectivity", "numbers of neighbours");
    WITHOUT_KEY.put("Tortuosity.spacing", "the image has it");
    OTHER_WORDS.put("Tortuosity.direction", "all is one after the other");
    KEY_FACTOR.put("Tortuosity.accuracy", 100.0); // in percent
    WITHOUT_KEY.put("Stiffness.spacing", "the image has it");
    OTHER_DEFAULT.put("Stiffness.modulus", "of bone, in MPa");
    for (String percent : new String[] {"strain", "accuracy", "failure_part", "failure_strain"}) {
      KEY_FACTOR.put("Stiffness." + percent, 100.0);
    }
    WITHOUT_KEY.put("Deformation.spacing", "the image has it");
    KEY_FACTOR.put("Deformation.strain", 100.0); // in percent

    NO_OPERATION.put("Workflow", "runs others");
    NO_OPERATION.put("Backends", "has no options");
    NO_OPERATION.put("MoreResults", "opens what others have computed");
    NO_OPERATION.put("FileConversion", "copies files");
    NO_OPERATION.put("Manual", "opens pages");
    NO_OPERATION.put("FreeMemory", "has no options");
    NO_OPERATION.put("Version", "has no options");
  }

  private FieldsExceptions() {}

  /** Options without a constructor that takes nothing. */
  static Object newOptions(Class<?> type) {
    if (type == Convolution.class) {
      return new Convolution(Kernel.laplacian(Kernel.Axes.XY));
    }
    throw new AssertionError(type + " has no constructor without parameters");
  }
}
