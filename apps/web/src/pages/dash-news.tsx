import { News } from '../features/news/news.tsx'
import { loadTexts } from '../lib/i18n.ts'

export async function clientLoader() {
  await loadTexts('feedback')
  return null
}

export default function DashNews() {
  return <News />
}
