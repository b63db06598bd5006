/** The account's API tokens: made with what they may, shown once, listed with their use, revoked (O9). */
import { Button } from '@mantine/core'
import { type ApiToken, revokeToken } from '@sampan/contract/routes/devices'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '../../lib/problem-text.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { api } from '../../product/session/api.ts'
import { GeoCredit } from '../../ui/geo-credit.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { ProblemLine } from '../../ui/problem-line.tsx'
import { Question } from '../../ui/question.tsx'
import { useKeptFocus } from '../../ui/use-kept-focus.ts'
import { NewToken } from './new-token.tsx'
import { TokenList } from './token-list.tsx'
import { TokenSecret } from './token-secret.tsx'
import classes from './tokens.module.css'
import { tokensKey, useTokens } from './tokens-query.ts'

export function Tokens() {
  const { t } = useTranslation('tokens')
  const { t: dash } = useTranslation('dash')
  const queries = useQueryClient()
  const [secret, setSecret] = useState<string | null>(null)
  const renew = () => void queries.invalidateQueries({ queryKey: tokensKey })
  return (
    <div className={classes.page}>
      <header>
        <h1 className={classes.title}>{dash('tokensTitle')}</h1>
        <p className={classes.text}>{t('text')}</p>
      </header>
      <NewToken
        onMade={(made) => {
          setSecret(made)
          renew()
        }}
      />
      <Made onChange={renew} />
      {secret !== null && <TokenSecret secret={secret} onClose={() => setSecret(null)} />}
    </div>
  )
}

function Made({ onChange }: { onChange: () => void }) {
  const { t } = useTranslation('tokens')
  const { data, error, refetch } = useTokens()
  const { problem, ask } = useAsking()
  const [chosen, setChosen] = useState<ApiToken | null>(null)
  const [said, setSaid] = useState('')
  const box = useRef<HTMLElement>(null)
  useKeptFocus(box)
  async function revoke({ _id, name }: ApiToken) {
    setChosen(null)
    setSaid('')
    if (!(await ask(() => api.call(revokeToken, { params: { tokenId: _id } })))) return
    setSaid(t('revoked', { name }))
    onChange()
  }
  return (
    <section ref={box} className={classes.card} aria-labelledby="tokens">
      <h2 id="tokens">{t('listTitle')}</h2>
      <p className={classes.said} role="status">
        {said}
      </p>
      <ProblemLine problem={problem} />
      {error && <Failed error={error} onAgain={() => void refetch()} />}
      {!data && !error && <p className={classes.skeleton} role="status" aria-label={t('loading')} />}
      {data?.tokens.length === 0 && <ListState isPart title={t('noneTitle')} text={t('none')} />}
      {data && data.tokens.length > 0 && <TokenList tokens={data.tokens} onRevoke={setChosen} />}
      <GeoCredit className={classes.credit} />
      {chosen && (
        <Question title={t('revokeTitle', { name: chosen.name })} text={t('revokeText')} onClose={() => setChosen(null)}>
          <Button variant="default" h={48} onClick={() => setChosen(null)}>
            {t('cancel')}
          </Button>
          <Button h={48} onClick={() => revoke(chosen)}>
            {t('revoke')}
          </Button>
        </Question>
      )}
    </section>
  )
}

function Failed({ error, onAgain }: { error: unknown; onAgain: () => void }) {
  const { t } = useTranslation('tokens')
  const problemText = useProblemText()
  return (
    <p className={classes.problem} role="alert">
      {problemText(error)}{' '}
      <button type="button" className={classes.again} onClick={onAgain}>
        {t('tryAgain')}
      </button>
    </p>
  )
}
