/** The account's passkeys: what they are for, which there are, and what can be done about each (A9). */
import { Button } from '@mantine/core'
import { addPasskey, beginPasskey, type Passkey, removePasskey } from '@sampan/contract/routes/passkeys'
import { useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { hasPasskeys } from '../../lib/has-passkeys.ts'
import { lateChunk } from '../../lib/load-chunk.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { api } from '../../product/session/api.ts'
import { ProblemLine } from '../../ui/problem-line.tsx'
import { Question } from '../../ui/question.tsx'
import { useKeptFocus } from '../../ui/use-kept-focus.ts'
import { devicesKey } from './devices-query.ts'
import { passkeysKey, usePasskeys } from './passkeys-query.ts'
import { RenamePasskey } from './rename-passkey.tsx'
import classes from './security.module.css'

const browser = lateChunk(() => import('../../product/session/passkey.ts'))

type Open = { is: 'rename' | 'remove'; passkey: Passkey } | null

export function Passkeys() {
  const { t } = useTranslation('security')
  const queries = useQueryClient()
  const { data, error } = usePasskeys()
  const [open, setOpen] = useState<Open>(null)
  const [said, setSaid] = useState('')
  const { problem, isAsking, ask } = useAsking()
  const box = useRef<HTMLElement>(null)
  useKeptFocus(box)
  const nameOf = useNames()
  const mayAdd = useHydrated() && hasPasskeys()

  function done(sentence: string) {
    setOpen(null)
    setSaid(sentence)
    void queries.invalidateQueries({ queryKey: passkeysKey })
    void queries.invalidateQueries({ queryKey: devicesKey })
  }
  const add = () =>
    ask(async () => {
      setSaid('')
      const { makePasskey } = await browser.load()
      const made = await makePasskey(await api.call(beginPasskey))
      if (made) done(t('passkeyAdded', { name: nameOf((await api.call(addPasskey, { body: { passkey: made } })).passkey) }))
    })
  async function remove(passkey: Passkey) {
    setOpen(null)
    setSaid('')
    if (await ask(() => api.call(removePasskey, { params: { passkeyId: passkey._id } })))
      done(t('passkeyRemoved', { name: nameOf(passkey) }))
  }
  return (
    <section ref={box} className={classes.card} aria-labelledby="passkeys">
      <h2 id="passkeys">{t('passkeysTitle')}</h2>
      <p className={classes.text}>{t('passkeysText')}</p>
      <p className={classes.said} role="status">
        {said}
      </p>
      <ProblemLine problem={problem ?? (data ? null : error)} />
      {data && data.passkeys.length > 0 && <PasskeyList passkeys={data.passkeys} onOpen={setOpen} />}
      {data && !mayAdd && <p className={classes.text}>{t('passkeysUnable')}</p>}
      {data && mayAdd && (
        <div className={classes.buttons}>
          <Button variant="default" h={46} loading={isAsking} onClick={add}>
            {t('passkeyAdd')}
          </Button>
        </div>
      )}
      {open?.is === 'rename' && (
        <RenamePasskey
          passkey={open.passkey}
          onClose={() => setOpen(null)}
          onDone={({ name }) => done(t('passkeyRenamed', { name }))}
        />
      )}
      {open?.is === 'remove' && (
        <Question
          title={t('passkeyRemoveTitle', { name: nameOf(open.passkey) })}
          text={t('passkeyRemoveText')}
          onClose={() => setOpen(null)}
        >
          <Button variant="default" h={48} onClick={() => setOpen(null)}>
            {t('cancel')}
          </Button>
          <Button h={48} onClick={() => remove(open.passkey)}>
            {t('remove')}
          </Button>
        </Question>
      )}
    </section>
  )
}

function useNames(): (passkey: Passkey) => string {
  const { t } = useTranslation('security')
  return ({ name }) => name || t('passkeyNameless')
}

type ListProps = { passkeys: Passkey[]; onOpen: (open: Open) => void }

export function PasskeyList({ passkeys, onOpen }: ListProps) {
  const { t } = useTranslation('security')
  const format = useFormat()
  const nameOf = useNames()
  return (
    <ul className={classes.rows} aria-labelledby="passkeys">
      {passkeys.map((passkey) => {
        const { _id, createdAt, lastUsedAt, refusedAt } = passkey
        const name = nameOf(passkey)
        const used = lastUsedAt ? t('usedAt', { when: format.dateTime(new Date(lastUsedAt)) }) : t('passkeyUnused')
        return (
          <li key={_id}>
            <KeyRound className={classes.icon} size={22} strokeWidth={1.6} aria-hidden="true" />
            <div>
              <b>
                <bdi>{name}</bdi>
              </b>
              <span>{[t('passkeyMade', { date: format.date(new Date(createdAt)) }), used].join(' · ')}</span>
              {refusedAt && (
                <span className={classes.refused}>{t('passkeyRefused', { date: format.date(new Date(refusedAt)) })}</span>
              )}
            </div>
            <span className={classes.pair}>
              <button
                type="button"
                className={classes.action}
                aria-label={t('passkeyRenameName', { name })}
                onClick={() => onOpen({ is: 'rename', passkey })}
              >
                {t('rename')}
              </button>
              <button
                type="button"
                className={classes.action}
                aria-label={t('passkeyRemoveName', { name })}
                onClick={() => onOpen({ is: 'remove', passkey })}
              >
                {t('remove')}
              </button>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
