/** How long a page is busy at a stretch, for each thing that a person does. */
import type { PlainPage } from './plain-browser.ts'

/** Longer than this, nothing that a person does may keep the page from answering. */
const maxBusyMs = 100

const watch = `(() => {
  window.busy = []
  new PerformanceObserver((list) => { for (const e of list.getEntries()) window.busy.push(e.duration) }).observe({ type: 'longtask' })
  window.slow = []
  new PerformanceObserver((list) => { for (const e of list.getEntries()) window.slow.push([e.name, e.duration]) }).observe({ type: 'event', durationThreshold: 16 })
})()`

/** Of the page's main thread: what a machine that does other things beside does not change much. */
async function cpuSeconds(page: PlainPage): Promise<number> {
  const { metrics } = (await page.send('Performance.getMetrics')) as { metrics: { name: string; value: number }[] }
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
}

/** `rows`: a selector of those that a long list draws. */
export async function watchBusy(page: PlainPage, rows: string) {
  await page.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.evaluate(watch)
  // Loading the page is nobody's doing yet.
  await page.evaluate('new Promise((done) => setTimeout(() => { busy.length = slow.length = 0; done() }, 1000))')
  let cpuBefore = await cpuSeconds(page)
  const tooLong: string[] = []
  /** The longest stretch without a pause, and the slowest answer to an event, since the last look. */
  async function look(what: string): Promise<void> {
    const measured = await page.evaluate<{ busy: number[]; slow: [string, number][]; rows: number }>(
      `new Promise((resolve) => setTimeout(() => resolve({
        busy: window.busy.splice(0), slow: window.slow.splice(0), rows: document.querySelectorAll(${JSON.stringify(rows)}).length
      }), 300))`,
    )
    const cpu = await cpuSeconds(page)
    const slowest = measured.slow.sort((a, b) => b[1] - a[1])[0]
    const longest = Math.max(0, ...measured.busy)
    console.log(
      `${what}: ${((cpu - cpuBefore) * 1000).toFixed(0)} ms of CPU on the main thread, busy at a stretch ${longest.toFixed(0)} ms, slowest event ${slowest ? `${slowest[0]} ${slowest[1]} ms` : '-'}, ${measured.rows} rows`,
    )
    cpuBefore = cpu
    if (longest >= maxBusyMs) tooLong.push(`${what}: ${longest.toFixed(0)} ms`)
  }
  return { look, tooLong }
}
