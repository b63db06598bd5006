/** Who has downloaded, when and where (D5); before that, that nobody has. */
import type { ManagedTransfer } from '@sampan/contract/routes/manage'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { geoCredit } from '../../lib/geo-credit.ts'
import classes from './manage.module.css'

type Download = ManagedTransfer['downloads'][number]

export function Downloads({ view: { downloads, total_downloads: total } }: { view: ManagedTransfer }) {
  const { t } = useTranslation('manage')
  const format = useFormat()
  return (
    <section aria-labelledby="downloads">
      <h2 id="downloads">{t('downloads')}</h2>
      {downloads.length === 0 ? (
        <p className={classes.empty}>
          <b>{t('nobodyYet')}</b> {t('nobodyYetText')}
        </p>
      ) : (
        <ul className={classes.list}>
          {downloads.map((download) => (
            <Line key={`${download.dlDate} ${download.receiverEmail}`} download={download} />
          ))}
        </ul>
      )}
      {total > downloads.length && <p className={classes.soft}>{t('count', { count: total, number: format.number(total) })}</p>}
      <Credit isShown={downloads.some(({ country_name }) => country_name)} />
    </section>
  )
}

function Line({ download }: { download: Download }) {
  const { t } = useTranslation('manage')
  const format = useFormat()
  const { city_name, dlCountryCode, dlDate, receiverEmail, fileNumber, fileName } = download
  const place = format.place(city_name, dlCountryCode)
  const files = fileName ?? t('gotFiles', { count: fileNumber, number: format.number(fileNumber) })
  return (
    <li className={classes.line}>
      <bdi>{receiverEmail ?? t('someone')}</bdi>
      <span className={classes.soft}>{[format.dateTime(new Date(dlDate)), place, files].filter(Boolean).join(' · ')}</span>
    </li>
  )
}

/** Goes with places whose data ask for it. */
function Credit({ isShown }: { isShown: boolean }) {
  const credit = isShown ? geoCredit() : null
  if (!credit) return null
  return (
    <p className={classes.soft}>
      {credit.before}
      {credit.address && (
        <a href={credit.address} rel="noreferrer" target="_blank">
          {credit.address}
        </a>
      )}
      {credit.after}
    </p>
  )
}
