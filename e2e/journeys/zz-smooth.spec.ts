import { findChromium } from '../chromium.ts'
import { expect, test } from '../journey.ts'
import { signIn } from '../signed-in.ts'
import { words } from '../words.ts'
const chromium = await findChromium()
test.use({ launchOptions: { ...chromium, args: [...chromium.args, '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'] } })
const t = words('en')
test('smooth', async ({ page, context, server }) => {
  test.setTimeout(150_000)
  await signIn(context, server)
  await page.addInitScript(() => {
    const Real = MediaRecorder
    // As large as people's cameras make it: the fake one draws hardly anything.
    window.MediaRecorder = class extends Real { constructor(s: MediaStream, o: MediaRecorderOptions) { super(s, { ...o, videoBitsPerSecond: 8_000_000 }) } }
    Object.assign(window, { long: [] })
    new PerformanceObserver((list) => { for (const e of list.getEntries()) (window as never as { long: [number, number][] }).long.push([Math.round(e.startTime), Math.round(e.duration)]) }).observe({ type: 'longtask' })
    const c = HTMLCanvasElement
    navigator.mediaDevices.getUserMedia = async () => {
      const canvas = document.createElement('canvas'); canvas.width = 640; canvas.height = 480
      const g = canvas.getContext('2d')!
      setInterval(() => { const d = g.createImageData(640, 480); const w = new Uint32Array(d.data.buffer); for (let i = 0; i < w.length; i++) w[i] = (Math.random() * 4294967296) | 0xff000000; g.putImageData(d, 0, 0) }, 50)
      const stream = canvas.captureStream(20)
      const a = new AudioContext(); const o = new OscillatorNode(a); const to = a.createMediaStreamDestination(); o.connect(to); o.start()
      stream.addTrack(to.stream.getAudioTracks()[0]!)
      void c
      return stream
    }
  })
  await page.goto('/dash/send')
  await page.getByRole('button', { name: t('send.recordVideo'), exact: true }).click()
  const dialog = page.getByRole('dialog', { name: t('recording.video') })
  await dialog.getByRole('button', { name: t('recording.start'), exact: true }).click()
  await expect(dialog.getByRole('timer')).toContainText('1:00', { timeout: 90_000 })
  await page.evaluate(() => { Object.assign(window, { stopAt: performance.now() }) })
  await dialog.getByRole('button', { name: t('recording.stop'), exact: true }).click()
  await expect(dialog.getByRole('button', { name: t('recording.use'), exact: true })).toBeVisible()
  const seen = await page.evaluate(async () => {
    const now = performance.now(); const { stopAt, long } = window as never as { stopAt: number; long: [number, number][] }
    const video = document.querySelector('[role=dialog] video') as HTMLVideoElement
    const size = (await (await fetch(video.src).catch(() => null))?.blob())?.size
    return { tookMs: now - stopAt, long: long.filter(([at]) => at > stopAt), duration: video.duration, size }
  })
  console.log(JSON.stringify(seen))
  await dialog.getByRole('button', { name: t('recording.use'), exact: true }).click()
  await expect(dialog).toHaveCount(0)
  console.log(await page.locator('section[aria-labelledby=send-card]').innerText())
})
