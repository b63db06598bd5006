/** What the browser can do by itself: a page with nothing on it that posts slices of a file, four at once, to a server that drops them. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PlainPage } from './plain-browser.ts'

export type DropServer = { url: string; droppedBytes: () => number; stop: () => Promise<void> }

const html = '<!doctype html><html lang="en"><title>Bare</title><input type="file">'

export async function startDropServer(): Promise<DropServer> {
  let bytes = 0
  const server = createServer((request, response) => {
    if (request.method === 'GET') return response.setHeader('content-type', 'text/html').end(html)
    request.on('data', (piece: Buffer) => {
      bytes += piece.length
    })
    request.on('end', () => response.writeHead(204).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    droppedBytes: () => bytes,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const script = (partBytes: number) => `
  const file = document.querySelector('input').files[0]
  let at = 0
  async function send() {
    while (at < file.size) {
      const from = at
      at = Math.min(from + ${partBytes}, file.size)
      const slice = file.slice(from, at)
      await new Promise((resolve, reject) => {
        const xhr = new XMLHttpRequest()
        xhr.open('PUT', '/part?offset=' + from)
        xhr.onload = resolve
        xhr.onerror = () => reject(new Error('The connection broke'))
        xhr.send(slice)
      })
    }
  }`

/** The seconds that it took. */
export async function sendBare(page: PlainPage, file: string, partBytes: number): Promise<number> {
  await page.waitFor(`document.querySelector('input')`)
  await page.setFiles('input', [file])
  return page.evaluate<number>(`(async () => {${script(partBytes)}
    const startedAt = performance.now()
    await Promise.all([send(), send(), send(), send()])
    return (performance.now() - startedAt) / 1000
  })()`)
}
