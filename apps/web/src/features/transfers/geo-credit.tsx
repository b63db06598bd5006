/** Under a list that names places: the credit that their data ask for. */
import { geoCredit } from '../../lib/geo-credit.ts'
import classes from './transfers.module.css'

export function GeoCredit() {
  const credit = geoCredit()
  if (!credit) return null
  const { before, address, after } = credit
  return (
    <p className={classes.credit}>
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
