/** How long the parts of a stop may take: each leaves space for the next. */

/** Parts and downloads in flight may end for this long; then they are cut, and their clients try again. */
export const drainMs = 25_000
/** A serving process may take this long from the order to stop to its end. */
export const workerEndMs = 30_000
/** The whole stop may take this long, the database included. */
export const forcedEndMs = 50_000
