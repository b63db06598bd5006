/** Sources and starts of uploads for tests. */
import { onTestFinished } from 'vitest'
import { createApi } from '../api.ts'
import { nodeTools } from '../upload/node.ts'
import type { UploadOptions } from '../upload/run-upload.ts'
import { startUpload } from '../upload/start-upload.ts'
import type { SourceFile, Upload, UploadSnapshot } from '../upload/upload.ts'
import { testClock } from './test-clock.ts'
import { type Behaviour, startUploadServer } from './upload-server.ts'

/** Bytes that differ from place to place and from seed to seed. */
export function someBytes(size: number, seed = 1): Uint8Array<ArrayBuffer> {
  const words = new Uint32Array(Math.ceil(size / 4))
  for (let index = 0; index < words.length; index++) words[index] = Math.imul(index + seed, 2_654_435_761)
  return new Uint8Array(words.buffer, 0, size)
}

export const sourceFile = (path: string, bytes: Uint8Array<ArrayBuffer>): SourceFile => ({
  path,
  size: bytes.length,
  blob: new Blob([bytes]),
})

/** A Blob that reads as a browser's File does when its file is in use. */
export function lockedFile(path: string, size: number): SourceFile {
  const blob = { size, slice: (from: number, to: number) => lockedFile(path, to - from).blob, arrayBuffer: unreadable }
  return { path, size, blob: blob as unknown as Blob }
}
export const unreadable = async (): Promise<ArrayBuffer> => {
  throw new DOMException('The file could not be read', 'NotReadableError')
}

/** A server and a clock of its own for one test. */
export async function uploadTest(behaviour: Behaviour = {}) {
  const server = await startUploadServer(behaviour)
  onTestFinished(server.close)
  const clock = testClock()
  const api = createApi({ baseUrl: server.url, clock })
  const start = (files: SourceFile[], options: Partial<UploadOptions> = {}): Upload => {
    const upload = startUpload({ api, ticketRequest: { id: 'x', type: 'anonUpload' }, files, clock, ...nodeTools(), ...options })
    onTestFinished(upload.cancel)
    return upload
  }
  return { server, clock, api, start }
}

/** Resolves when the snapshot is as wanted. */
export const until = (upload: Upload, isWanted: (snapshot: UploadSnapshot) => boolean): Promise<UploadSnapshot> =>
  new Promise((resolve) => {
    const look = () => {
      if (!isWanted(upload.snapshot())) return
      leave()
      resolve(upload.snapshot())
    }
    const leave = upload.subscribe(look)
    look()
  })
