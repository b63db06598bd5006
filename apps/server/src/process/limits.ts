/** How long the parts of a stop may take: each leaves space for the next. */

/** Parts and downloads in flight; then they are cut, and their clients come back. */
export const drainMs = 25_000
/** A process that serves, from the order to stop to its end. */
export const workerEndMs = 30_000
/** All of it, the database included. */
export const forcedEndMs = 50_000
