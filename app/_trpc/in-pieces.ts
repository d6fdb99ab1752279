/** In the context of a change: its answer comes in pieces, each when it is known. */
export const IN_PIECES = "inPieces";
