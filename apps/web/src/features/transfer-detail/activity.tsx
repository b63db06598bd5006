/** Where a transfer was downloaded, and everything that happened to it. */
import type { TransferDetail } from '@sampan/contract/routes/transfer-detail'
import { useTranslation } from 'react-i18next'
import { GeoCredit } from '../../ui/geo-credit.tsx'
import classes from './activity.module.css'
import { countriesOf } from './places.ts'
import { PlacesTable } from './places-table.tsx'
import { Timeline } from './timeline.tsx'

export function Activity({ slug, detail, now }: { slug: string; detail: TransferDetail; now: number }) {
  const { t } = useTranslation('detail')
  const countries = countriesOf(detail.places)
  return (
    <>
      {countries.some(({ code }) => code !== null) && (
        <section className={classes.places}>
          <h3 className={classes.title}>{t('places')}</h3>
          <PlacesTable countries={countries} />
        </section>
      )}
      <section>
        <h3 className={classes.title}>{t('timeline')}</h3>
        <Timeline slug={slug} now={now} />
      </section>
      <GeoCredit className={classes.credit} />
    </>
  )
}
