/** The account's API tokens: created, shown once, revoked (O7). */
import { Button } from '@mantine/core'
import { type ApiToken, createToken, listTokens, revokeToken } from '@sampan/contract/routes/devices'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { api } from '../../product/session/api.ts'
import { copyText } from '../../ui/copy-text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ProblemLine } from '../../ui/problem-line.tsx'
import { TextField } from '../../ui/text-field.tsx'
import classes from './devices.module.css'

const tokensKey = ['tokens']
const nameMaxChars = 100

export function Tokens() {
  const { t } = useTranslation('dash')
  const queries = useQueryClient()
  const problemText = useProblemText()
  const [secret, setSecret] = useState<string | null>(null)
  const [revoked, setRevoked] = useState<ApiToken | null>(null)
  const renew = () => void queries.invalidateQueries({ queryKey: tokensKey })
  const { data, error, refetch } = useQuery({
    queryKey: tokensKey,
    queryFn: ({ signal }) => api.call(listTokens, { signal }),
    retry: false,
    networkMode: 'always',
  })
  return (
    <section className={`${classes.card} ${classes.wide}`} aria-labelledby="tokens">
      <h1 id="tokens" className={classes.title}>
        {t('tokensTitle')}
      </h1>
      <p className={classes.text}>{t('tokensText')}</p>
      <NewToken
        onMade={(made) => {
          setSecret(made)
          renew()
        }}
      />
      {error && (
        <p className={classes.problem} role="alert">
          {problemText(error)}{' '}
          <button type="button" className={classes.again} onClick={() => void refetch()}>
            {t('tryAgain')}
          </button>
        </p>
      )}
      {!data && !error && <p className={classes.skeleton} role="status" aria-label={t('tokensLoading')} />}
      {data && <TokenList tokens={data.tokens} onRevoke={setRevoked} />}
      {secret !== null && <Secret secret={secret} onClose={() => setSecret(null)} />}
      {revoked && (
        <Revoke
          token={revoked}
          onClose={() => {
            setRevoked(null)
            renew()
          }}
        />
      )}
    </section>
  )
}

function NewToken({ onMade }: { onMade: (secret: string) => void }) {
  const { t } = useTranslation('dash')
  const problemText = useProblemText()
  const [name, setName] = useState('')
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  async function create(event: FormEvent) {
    event.preventDefault()
    setAsking(true)
    setProblem(null)
    try {
      onMade((await api.call(createToken, { body: { name: name.trim() } })).secret)
      setName('')
    } catch (error) {
      setProblem(error)
    }
    setAsking(false)
  }
  return (
    <form className={classes.form} onSubmit={create}>
      <TextField
        label={t('tokenName')}
        value={name}
        maxLength={nameMaxChars}
        onChange={(event) => setName(event.currentTarget.value)}
        error={problem !== null && problemText(problem)}
      />
      <Button type="submit" h={48} loading={isAsking} disabled={!name.trim()}>
        {t('tokenNew')}
      </Button>
    </form>
  )
}

function TokenList({ tokens, onRevoke }: { tokens: ApiToken[]; onRevoke: (token: ApiToken) => void }) {
  const { t } = useTranslation('dash')
  const format = useFormat()
  const when = (at: number) => format.dateTime(new Date(at))
  if (tokens.length === 0) return <p className={classes.text}>{t('tokensNone')}</p>
  return (
    <ul className={classes.list}>
      {tokens.map((token) => (
        <li key={token._id}>
          <div>
            <b>{token.name}</b>
            <span>
              {t('tokenCreated', { when: when(token.createdAt) })} ·{' '}
              {token.lastUsedAt === null ? t('tokenUnused') : t('tokenUsed', { when: when(token.lastUsedAt) })}
            </span>
          </div>
          <Button variant="default" aria-label={t('tokenRevokeName', { name: token.name })} onClick={() => onRevoke(token)}>
            {t('tokenRevoke')}
          </Button>
        </li>
      ))}
    </ul>
  )
}

function Secret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation('dash')
  const [isCopied, setCopied] = useState(false)
  return (
    <Dialog title={t('tokenShownTitle')} onClose={onClose}>
      <p className={classes.text}>{t('tokenShownText')}</p>
      <code className={classes.secret}>{secret}</code>
      <div className={classes.buttons}>
        <Button variant="default" h={48} onClick={onClose}>
          {t('tokenDone')}
        </Button>
        <Button h={48} onClick={async () => setCopied(await copyText(secret))}>
          <span aria-live="polite">{t(isCopied ? 'tokenCopied' : 'tokenCopy')}</span>
        </Button>
      </div>
    </Dialog>
  )
}

function Revoke({ token, onClose }: { token: ApiToken; onClose: () => void }) {
  const { t } = useTranslation('dash')
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  async function revoke() {
    setAsking(true)
    setProblem(null)
    try {
      await api.call(revokeToken, { params: { tokenId: token._id } })
      onClose()
    } catch (error) {
      setProblem(error)
      setAsking(false)
    }
  }
  return (
    <Dialog title={t('tokenRevokeTitle', { name: token.name })} onClose={onClose}>
      <p className={classes.text}>{t('tokenRevokeText')}</p>
      <ProblemLine problem={problem} />
      <div className={classes.buttons}>
        <Button variant="default" h={48} onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button h={48} loading={isAsking} onClick={revoke}>
          {t('tokenRevoke')}
        </Button>
      </div>
    </Dialog>
  )
}
