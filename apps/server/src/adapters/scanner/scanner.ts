/** The port of a virus scanner. */

/** `failed`: it looked and cannot tell, say because there is too much of it; never to be taken for clean. */
export type Verdict = { state: 'clean' } | { state: 'infected'; finding: string } | { state: 'failed'; reason: string }

/** Bytes in order. A batch is done with when the next one is asked for. */
export type Content = () => AsyncIterable<readonly Uint8Array[]>

export interface Scanner {
  /** A file of more bytes it cannot look at: it is not to be given to it. */
  maxBytes: number
  /**
   * Looks at all bytes of one file, which are taken only as fast as it can look, and kept nowhere. `content` is called when it
   * is there to take them, and may be again where the first try broke off. Rejects with ScannerAway when it cannot be asked
   * now, and with whatever the content throws.
   */
  scan(content: Content): Promise<Verdict>
}

export class ScannerAway extends Error {
  override name = 'ScannerAway'
}
