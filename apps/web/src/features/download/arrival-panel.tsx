/** How much is here of what is still being sent: a calm bar, the time left, and the truth when nothing comes. */
import { stalledSeconds } from '@sampan/contract/limits'
import type { TransferView } from '@sampan/contract/routes/downloads'
import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { momentText } from '../../lib/times.ts'
import { quietSeconds } from './arrival.ts'
import classes from './arrival-panel.module.css'

type Props = { view: TransferView; isCut: boolean }

export function ArrivalPanel({ view, isCut }: Props) {
  const { t } = useTranslation('download')
  const { arrival, totalBytes } = view
  const notice = useNotice(view, isCut)
  const share = arrival ? (totalBytes > 0 ? Math.min(1, arrival.receivedBytes / totalBytes) : 0) : 1
  return (
    <div className={classes.panel} data-arrived={!arrival}>
      <Facts view={view} />
      {/* Not taken away when all is here: nothing below it moves under the hand of a reader. */}
      <div
        className={classes.bar}
        role="progressbar"
        aria-label={t('arriving')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(share * 100)}
      >
        <span style={{ transform: `scaleX(${share})` }} />
      </div>
      <p className={classes.text} data-warns={notice.warns}>
        {notice.text}
      </p>
      <span className="visually-hidden" role="status">
        {notice.warns ? notice.text : arrival ? '' : t('allHere')}
      </span>
    </div>
  )
}

function Facts({ view: { arrival, totalBytes } }: Pick<Props, 'view'>) {
  const { t } = useTranslation('download')
  const format = useFormat()
  if (!arrival)
    return (
      <p className={classes.facts}>
        <strong>
          <Check size={17} strokeWidth={2.5} aria-hidden="true" /> {t('allHere')}
        </strong>
        <span>{format.bytes(totalBytes)}</span>
      </p>
    )
  const { receivedBytes, secondsLeft } = arrival
  return (
    <p className={classes.facts}>
      <strong>{t('arrived', { received: format.bytes(receivedBytes), size: format.bytes(totalBytes) })}</strong>
      {!!secondsLeft && <span>{t('timeLeft', { wait: format.duration(secondsLeft) })}</span>}
    </p>
  )
}

function useNotice({ arrival }: TransferView, isCut: boolean): { text: string; warns: boolean } {
  const { t } = useTranslation('download')
  const format = useFormat()
  const language = useLanguage()
  if (!arrival) return { text: t('allHereText'), warns: false }
  if (isCut) return { text: t('noAnswer'), warns: true }
  const { silentSeconds } = arrival
  const wait = format.duration(Math.floor(silentSeconds / 60) * 60)
  if (silentSeconds >= stalledSeconds) {
    const now = Date.now()
    return { text: t('stalled', { when: momentText(now - silentSeconds * 1000, now, language), wait }), warns: true }
  }
  if (silentSeconds < quietSeconds) return { text: t('arrivingText'), warns: false }
  return { text: t('silence', { wait }), warns: true }
}
