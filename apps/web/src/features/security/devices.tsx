/** Where one is logged in, and logging that out from afar (A3). */
import type { OpenSession } from '@sampan/contract/routes/credentials'
import { Monitor, Smartphone, SquareTerminal, Tablet } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { GeoCredit } from '../../ui/geo-credit.tsx'
import { ProblemLine } from '../../ui/problem-line.tsx'
import { useDevices, useLogOutDevice } from './devices-query.ts'
import classes from './security.module.css'

const icons = { computer: Monitor, phone: Smartphone, tablet: Tablet, terminal: SquareTerminal }

function useDeviceName(): (device: OpenSession) => string {
  const { t } = useTranslation('security')
  return ({ program, system }) => {
    const browser = program || t('unknownBrowser')
    return system ? t('deviceOn', { program: browser, system }) : browser
  }
}

export function Devices() {
  const { t } = useTranslation('security')
  const deviceName = useDeviceName()
  const [said, setSaid] = useState('')
  const [problem, setProblem] = useState<unknown>(null)
  const { data, error, refetch } = useDevices()
  const logOut = useLogOutDevice((refused) => {
    setSaid('')
    setProblem(refused)
  })
  function press(device: OpenSession | null) {
    setProblem(null)
    setSaid(device ? t('loggedOut', { name: deviceName(device) }) : t('loggedOutOthers'))
    logOut.mutate(device)
  }
  const hasOthers = data?.sessions.some(({ isThis }) => !isThis)
  return (
    <section className={classes.card} aria-labelledby="devices">
      <div className={classes.head}>
        <div>
          <h2 id="devices">{t('devicesTitle')}</h2>
          <p className={classes.text}>{t(data && !hasOthers ? 'devicesAlone' : 'devicesText')}</p>
        </div>
        {hasOthers && (
          <button type="button" className={classes.action} onClick={() => press(null)}>
            {t('logOutOthers')}
          </button>
        )}
      </div>
      <p className={classes.said} role="status">
        {said}
      </p>
      <ProblemLine problem={problem} />
      {error && <Failed error={error} onAgain={() => void refetch()} />}
      {!data && !error && <p className={classes.skeleton} role="status" aria-label={t('devicesLoading')} />}
      {data && <DeviceList {...data} onLogOut={press} />}
      <GeoCredit className={classes.credit} />
    </section>
  )
}

function Failed({ error, onAgain }: { error: unknown; onAgain: () => void }) {
  const { t } = useTranslation('security')
  const problemText = useProblemText()
  return (
    <p className={classes.problem} role="alert">
      {problemText(error)}{' '}
      <button type="button" className={classes.plain} onClick={onAgain}>
        {t('tryAgain')}
      </button>
    </p>
  )
}

type ListProps = { sessions: OpenSession[]; more: number; onLogOut: (device: OpenSession) => void }

function DeviceList({ sessions, more, onLogOut }: ListProps) {
  const { t } = useTranslation('security')
  return (
    <>
      <ul className={classes.rows} aria-labelledby="devices">
        {sessions.map((device) => (
          <DeviceRow key={device._id} device={device} onLogOut={onLogOut} />
        ))}
      </ul>
      {more > 0 && <p className={classes.text}>{t('moreDevices', { count: more })}</p>}
    </>
  )
}

export function DeviceRow({ device, onLogOut }: { device: OpenSession; onLogOut: (device: OpenSession) => void }) {
  const { t } = useTranslation('security')
  const format = useFormat()
  const deviceName = useDeviceName()
  const name = deviceName(device)
  const Icon = icons[device.device]
  const place = [device.cityName, device.countryName].filter(Boolean).join(', ')
  const when = (at: number) => format.dateTime(new Date(at))
  return (
    <li>
      <Icon className={classes.icon} size={22} strokeWidth={1.6} aria-hidden="true" />
      <div>
        <b>
          <bdi>{name}</bdi> {device.isThis && <Badge tone="jade">{t('thisDevice')}</Badge>}
        </b>
        <span>{[place, device.ip].filter(Boolean).join(' · ')}</span>
        <span>
          {t('loggedInAt', { when: when(device.createdAt) })}
          {device.proof && ` · ${t(`proof_${device.proof}`)}`}
          {!device.isThis && ` · ${t('usedAt', { when: when(device.lastUsedAt) })}`}
        </span>
      </div>
      {!device.isThis && (
        <button type="button" className={classes.action} aria-label={t('logOutName', { name })} onClick={() => onLogOut(device)}>
          {t('logOut')}
        </button>
      )}
    </li>
  )
}
