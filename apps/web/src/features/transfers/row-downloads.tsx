/** How many have downloaded, and who did last, where and when. */
import type { TransferRecord } from '@sampan/contract/routes/dashboard'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { agoText } from '../../lib/times.ts'
import classes from './row.module.css'
import { downloadsOf, lastTookPart } from './row-texts.ts'

/** Stands for the name while the sentence is built, which keeps its own direction of writing. */
const slot = '\u0000'

type Props = { row: TransferRecord; now: number }

export function RowDownloads({ row, now }: Props) {
  const { t } = useTranslation('dash')
  const format = useFormat()
  const downloads = downloadsOf(row)
  return (
    <span className={classes.downloads}>
      <span className={classes.count} data-none={(downloads.count ?? downloads.done) === 0 || undefined}>
        {downloads.count === undefined
          ? t('downloadedBy', { done: format.number(downloads.done), all: format.number(downloads.all) })
          : t(downloads.count === 0 ? 'noDownloads' : 'downloadCount', {
              count: downloads.count,
              number: format.number(downloads.count),
            })}
      </span>
      <LastDownload row={row} now={now} />
    </span>
  )
}

function LastDownload({ row, now }: Props) {
  const { t } = useTranslation('dash')
  const format = useFormat()
  const language = useLanguage()
  const [last] = row.downloads
  if (!last) return null
  const place = format.place(last.city_name, last.dlCountryCode)
  const ago = agoText(last.dlDate, now, language) ?? t('justNow')
  const said = lastTookPart(row) ? 'lastPart' : 'lastDownload'
  const sentence = place ? t(`${said}In`, { who: slot, place, ago }) : t(said, { who: slot, ago })
  const [before = '', after = ''] = sentence.split(slot)
  const who = last.receiverEmail ?? t('someone')
  return (
    <span className={classes.last} title={`${who}\n${format.dateTime(new Date(last.dlDate))}`}>
      {before}
      <bdi>{who}</bdi>
      {after}
    </span>
  )
}
