/** The parts that a page sends: those that arrived, and how to keep them standing. */
import type { Page, Route } from '@playwright/test'

type Part = { url: string; blob: string; from: number; to: number }

/** What the server acknowledges to this page, also after it was loaded anew. */
export function watchParts(page: Page) {
  const acknowledged: Part[] = []
  page.on('requestfinished', async (request) => {
    if (request.method() !== 'PUT' || (await request.response())?.status() !== 204) return
    const url = request.url()
    const { pathname, searchParams } = new URL(url)
    const from = Number(searchParams.get('offset'))
    acknowledged.push({ url, blob: pathname, from, to: from + Number(await request.headerValue('content-length')) })
  })
  return {
    arrived: () => acknowledged.map(({ url }) => url),
    acknowledgedBytes: () => acknowledged.reduce((sum, { from, to }) => sum + to - from, 0),
    /** Those of which something had been acknowledged before. */
    sentAgain: () =>
      acknowledged.filter((part, index) =>
        acknowledged.slice(0, index).some(({ blob, from, to }) => blob === part.blob && from < part.to && part.from < to),
      ),
  }
}

/** Lets `count` parts of this page through; the others stand still until they are let go. */
export async function holdParts(page: Page, count: number) {
  const { arrived } = watchParts(page)
  let letGo = () => {}
  const free = new Promise<void>((resolve) => {
    letGo = resolve
  })
  let left = count
  await page.route('**/api/uploads/*/blobs/*', async (route: Route) => {
    if (left-- <= 0) await free
    await route.continue().catch(() => {})
  })
  return { arrived, letGo }
}
