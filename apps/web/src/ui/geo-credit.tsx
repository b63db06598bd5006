/** Under a list that names places: the credit that their data ask for. */
import { geoCredit } from '../lib/geo-credit.ts'

export function GeoCredit({ className }: { className: string | undefined }) {
  const credit = geoCredit()
  if (!credit) return null
  const { before, address, after } = credit
  return (
    <p className={className}>
      {before}
      {address && (
        <a href={address} rel="noreferrer" target="_blank">
          {address}
        </a>
      )}
      {after}
    </p>
  )
}
