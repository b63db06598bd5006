import { useFormat } from '../../lib/format.ts'

/** A day as it was written, wherever it is read. */
export function Day({ of }: { of: string }) {
  const format = useFormat()
  const [year = 0, month = 1, day = 1] = of.split('-').map(Number)
  return <time dateTime={of}>{format.date(new Date(year, month - 1, day))}</time>
}
