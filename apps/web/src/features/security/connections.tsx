/** Providers that log in to the account: which there are, one that waits to be connected, and what can be done about each (A11). */
import { Button } from '@mantine/core'
import {
  beginConnecting,
  type Connection,
  confirmConnecting,
  type Connections as Listed,
  listConnections,
  removeConnection,
} from '@sampan/contract/routes/sign-in-providers'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { LogIn } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { providerName, signInWays } from '../../lib/sign-in-ways.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { api } from '../../product/session/api.ts'
import { useProviderRefusal } from '../../product/session/provider-refusal.ts'
import { ProblemLine } from '../../ui/problem-line.tsx'
import { Question } from '../../ui/question.tsx'
import { useKeptFocus } from '../../ui/use-kept-focus.ts'
import { devicesKey } from './devices-query.ts'
import classes from './security.module.css'

const connectionsKey = ['connections'] as const

const useConnections = () =>
  useQuery({
    queryKey: connectionsKey,
    queryFn: ({ signal }): Promise<Listed> => api.call(listConnections, { signal }),
    retry: false,
    networkMode: 'always',
    refetchOnWindowFocus: true,
  })

/** Nothing where there are no providers, and none was connected before. */
export function Connections({ email }: { email: string }) {
  const { t } = useTranslation('security')
  const queries = useQueryClient()
  const { data, error } = useConnections()
  const [removing, setRemoving] = useState<Connection | null>(null)
  const [isLater, setLater] = useState(false)
  const [said, setSaid] = useState('')
  const { problem, isAsking, ask } = useAsking()
  const refused = useProviderRefusal()
  const box = useRef<HTMLElement>(null)
  useKeptFocus(box)
  const { providers } = signInWays()
  if (providers.length === 0 && !data?.connections.length) return null

  function done(sentence: string) {
    setSaid(sentence)
    void queries.invalidateQueries({ queryKey: connectionsKey })
    void queries.invalidateQueries({ queryKey: devicesKey })
  }
  const connect = (provider: string) =>
    ask(async () => location.assign((await api.call(beginConnecting, { body: { provider } })).address))
  async function confirm(provider: string) {
    setLater(true)
    if (await ask(() => api.call(confirmConnecting))) done(t('providerConnected', { name: providerName(provider) }))
  }
  async function remove({ _id, provider }: Connection) {
    setRemoving(null)
    setSaid('')
    if (await ask(() => api.call(removeConnection, { params: { connectionId: _id } })))
      done(t('providerRemoved', { name: providerName(provider) }))
  }
  const waiting = !isLater && data?.waiting
  return (
    <section ref={box} className={classes.card} aria-labelledby="providers">
      <h2 id="providers">{t('providersTitle')}</h2>
      <p className={classes.text}>{t('providersText')}</p>
      <p className={classes.said} role="status">
        {said}
      </p>
      <ProblemLine problem={problem ?? (said ? null : refused) ?? (data ? null : error)} />
      {data && <ConnectionList connections={data.connections} isAsking={isAsking} onConnect={connect} onRemove={setRemoving} />}
      {waiting && (
        <Question
          title={t('providerWaitingTitle', { name: providerName(waiting.provider) })}
          text={t('providerWaitingText', { name: providerName(waiting.provider), there: waiting.email, email })}
          onClose={() => setLater(true)}
        >
          <Button variant="default" h={48} onClick={() => setLater(true)}>
            {t('notNow')}
          </Button>
          <Button h={48} onClick={() => confirm(waiting.provider)}>
            {t('connect')}
          </Button>
        </Question>
      )}
      {removing && (
        <Question
          title={t('providerRemoveTitle', { name: providerName(removing.provider) })}
          text={t('providerRemoveText')}
          onClose={() => setRemoving(null)}
        >
          <Button variant="default" h={48} onClick={() => setRemoving(null)}>
            {t('cancel')}
          </Button>
          <Button h={48} onClick={() => remove(removing)}>
            {t('disconnect')}
          </Button>
        </Question>
      )}
    </section>
  )
}

type ListProps = {
  connections: Connection[]
  isAsking: boolean
  onConnect: (provider: string) => void
  onRemove: (connection: Connection) => void
}

/** What is connected, then what could be. */
function ConnectionList({ connections, isAsking, onConnect, onRemove }: ListProps) {
  const { t } = useTranslation('security')
  const free = signInWays().providers.filter(({ id }) => connections.every(({ provider }) => provider !== id))
  return (
    <ul className={classes.rows} aria-labelledby="providers">
      {connections.map((connection) => (
        <ConnectionRow key={connection._id} connection={connection} onRemove={onRemove} />
      ))}
      {free.map(({ id, name }) => (
        <li key={id}>
          <LogIn className={classes.icon} size={22} strokeWidth={1.6} aria-hidden="true" />
          <div>
            <b>
              <bdi>{name}</bdi>
            </b>
            <span>{t('providerFree')}</span>
          </div>
          <button
            type="button"
            className={classes.action}
            aria-label={t('connectName', { name })}
            disabled={isAsking}
            onClick={() => onConnect(id)}
          >
            {t('connect')}
          </button>
        </li>
      ))}
    </ul>
  )
}

function ConnectionRow({ connection, onRemove }: { connection: Connection; onRemove: (connection: Connection) => void }) {
  const { t } = useTranslation('security')
  const format = useFormat()
  const name = providerName(connection.provider)
  const added = t('providerAdded', { date: format.date(new Date(connection.createdAt)) })
  const used = t('usedAt', { when: format.dateTime(new Date(connection.lastUsedAt)) })
  return (
    <li>
      <LogIn className={classes.icon} size={22} strokeWidth={1.6} aria-hidden="true" />
      <div>
        <b>
          <bdi>{name}</bdi>
        </b>
        {connection.email && (
          <span>
            <bdi>{connection.email}</bdi>
          </span>
        )}
        <span>{[added, used].join(' · ')}</span>
      </div>
      <button
        type="button"
        className={classes.action}
        aria-label={t('disconnectName', { name })}
        onClick={() => onRemove(connection)}
      >
        {t('disconnect')}
      </button>
    </li>
  )
}
