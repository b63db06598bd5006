import { afterEach, expect, test, vi } from 'vitest'
import { sendPartByXhr } from './send-part-xhr.ts'

type Handlers = Record<'onload' | 'onerror' | 'onabort' | 'onloadend', (() => void) | undefined>

/** Stands in for the browser's own; `end` decides how a request ends. */
function stubXhr(end: (xhr: StubXhr) => void) {
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends StubXhr {
      override end = () => end(this)
    },
  )
}
class StubXhr {
  upload: { onprogress?: (event: { loaded: number }) => void } = {}
  status = 204
  responseText = ''
  headers: Record<string, string> = {}
  end: () => void = () => {}
  open = () => {}
  setRequestHeader = (name: string, value: string) => {
    this.headers[name] = value
  }
  getResponseHeader = (name: string) => `${name} of ${this.headers['X-Part-Crc32']}`
  fire = (name: keyof Handlers) => {
    const handlers = this as unknown as Handlers
    handlers[name]?.()
    handlers.onloadend?.()
  }
  abort = () => this.fire('onabort')
  send = () => this.end()
}
const request = (signal = new AbortController().signal, onProgress = (_: number) => {}) =>
  sendPartByXhr({ url: '/p', headers: { 'X-Part-Crc32': '0000abcd' }, bytes: new ArrayBuffer(8), signal, onProgress })

afterEach(() => vi.unstubAllGlobals())

test('Q13 the progress of a part is told while it is on its way', async () => {
  const loaded: number[] = []
  stubXhr((xhr) => {
    xhr.upload.onprogress?.({ loaded: 3 })
    xhr.upload.onprogress?.({ loaded: 8 })
    xhr.fire('onload')
  })
  const reply = await request(undefined, (bytes) => loaded.push(bytes))
  expect(loaded).toEqual([3, 8])
  expect(reply.status).toBe(204)
  expect(reply.header('x-request-id')).toBe('x-request-id of 0000abcd')
})

test('U4 a broken line is a NetworkError; an aborted part rejects with the reason', async () => {
  stubXhr((xhr) => xhr.fire('onerror'))
  await expect(request()).rejects.toMatchObject({ name: 'NetworkError' })
  const controller = new AbortController()
  stubXhr(() => controller.abort(new Error('paused')))
  await expect(request(controller.signal)).rejects.toThrow('paused')
  await expect(request(controller.signal)).rejects.toThrow('paused')
})
