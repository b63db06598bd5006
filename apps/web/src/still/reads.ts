/** How often articles were read (W3): counted by the server, once a day for a browser. A count that cannot be had is not shown. */
import { counted } from './counted.ts'

type Reads = { article: string; reads: number }

async function ask(path: string, more: RequestInit = {}): Promise<unknown> {
  const reply = await fetch(path, more)
  return reply.ok ? reply.json() : null
}

function show({ article, reads }: Reads): void {
  for (const place of document.querySelectorAll<HTMLElement>(`[data-reads="${article}"]`)) {
    place.textContent = counted(reads, place.dataset)
    place.hidden = reads === 0
  }
}

export async function countReads(): Promise<void> {
  if (!document.querySelector('[data-reads]')) return
  const article = document.querySelector<HTMLElement>('[data-article]')?.dataset.article
  try {
    const headers = { 'content-type': 'application/json' }
    if (article) await ask('/increment', { method: 'POST', headers, body: JSON.stringify({ article }) })
    const answer = (await ask('/api/articles')) as { articles: Reads[] } | null
    answer?.articles.forEach(show)
  } catch {
    // Without a line there are no counts.
  }
}
