/** CRC-32 of a part while it streams: one per piece between file borders, and the whole by combination. */
import { crc32 } from '@node-rs/crc32'
import { crc32Combine } from '@sampan/contract/rules/crc32-combine'

/** Lengths of the pieces into which file borders cut [offset, offset + length). `starts` are the offsets of files, ascending. */
export function pieceLengths(starts: readonly number[], offset: number, length: number): number[] {
  const end = offset + length
  const cuts = starts.filter((start) => start > offset && start < end)
  const edges = [offset, ...cuts, end]
  return edges.slice(1).map((edge, index) => edge - edges[index]!)
}

/** Of all of them together. */
export const crcOfPieces = (lengths: readonly number[], crcs: readonly number[]): number =>
  lengths.reduce((crc, length, index) => crc32Combine(crc, crcs[index] ?? 0, length), 0)

export class PieceCrcs {
  private readonly crcs: number[] = []
  private index = 0
  private inPiece = 0

  constructor(private readonly lengths: readonly number[]) {}

  /** Bytes beyond the last piece are not looked at: the storage refuses them by length. */
  update(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length && this.index < this.lengths.length; ) {
      const take = Math.min(chunk.length - at, this.lengths[this.index]! - this.inPiece)
      this.crcs[this.index] = crc32(chunk.subarray(at, at + take), this.crcs[this.index] ?? 0)
      at += take
      this.inPiece += take
      if (this.inPiece === this.lengths[this.index]) {
        this.index++
        this.inPiece = 0
      }
    }
  }

  whole(): number {
    return crcOfPieces(this.lengths, this.crcs)
  }

  bytes(): Buffer {
    const out = Buffer.alloc(this.crcs.length * 4)
    this.crcs.forEach((crc, index) => {
      out.writeUInt32BE(crc, index * 4)
    })
    return out
  }
}

export const readPieceCrcs = (bytes: Buffer): number[] =>
  Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readUInt32BE(index * 4))
