import { Bin } from '../features/bin/bin.tsx'
import { loadTexts } from '../lib/i18n.ts'

export async function clientLoader() {
  await loadTexts('bin')
  return null
}

export default function DashBin() {
  return <Bin />
}
