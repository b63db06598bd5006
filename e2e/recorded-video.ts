/** A film of a second as a page records it: VP8 in WebM. */
import type { Page } from '@playwright/test'

export async function recordVideo(page: Page): Promise<Buffer> {
  const text = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 180 })
    const context = canvas.getContext('2d')!
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm;codecs=vp8' })
    const pieces: Blob[] = []
    recorder.ondataavailable = ({ data }) => pieces.push(data)
    const ended = new Promise((done) => {
      recorder.onstop = done
    })
    recorder.start()
    for (let i = 0; i < 25; i++) {
      context.fillStyle = `hsl(${i * 10} 70% 45%)`
      context.fillRect(0, 0, 320, 180)
      await new Promise(requestAnimationFrame)
    }
    recorder.stop()
    await ended
    const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer())
    return btoa(String.fromCharCode(...bytes))
  })
  return Buffer.from(text, 'base64')
}
