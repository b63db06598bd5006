/** Files on a client's disk, which may change while they are sent. */
import type { SourceFile } from '@sampan/client/upload/upload'
import { contentOf } from '../faults/seeded.ts'

export type SimFile = SourceFile & { change: () => void; bytes: () => Buffer }

/** Only one that is alone in its upload may change: others are read through a Blob of several. */
export function simFile(seed: string, path: string, size: number): SimFile {
  let version = 0
  const bytes = () => contentOf(`${seed} ${path} ${version}`, 0, size)
  const slice = (from: number, to: number): Blob => {
    const arrayBuffer = async () => new Uint8Array(bytes().subarray(from, to)).buffer
    return { size: to - from, slice: (a: number, b: number) => slice(from + a, from + b), arrayBuffer } as unknown as Blob
  }
  return { path, size, blob: slice(0, size), bytes, change: () => void version++ }
}

/** As a browser has it. */
export const plainFile = (file: SimFile): SimFile => ({ ...file, blob: new Blob([new Uint8Array(file.bytes())]) })
