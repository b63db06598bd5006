/** Which tokens there are: what each may, until when, and when, from where and by what it was used last. */
import { Button } from '@mantine/core'
import { apiTokenWarningDays } from '@sampan/contract/limits'
import type { ApiToken } from '@sampan/contract/routes/devices'
import { scopeNames } from '@sampan/texts/registry/scope-names'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { Badge } from '../../ui/badge.tsx'
import { useNow } from '../../ui/use-now.ts'
import classes from './tokens.module.css'

const warningMs = apiTokenWarningDays * 86_400_000
const minuteMs = 60_000

type Props = { tokens: ApiToken[]; onRevoke: (token: ApiToken) => void }

export function TokenList({ tokens, onRevoke }: Props) {
  const now = useNow(minuteMs)
  return (
    <ul className={classes.list} aria-labelledby="tokens">
      {tokens.map((token) => (
        <TokenRow key={token._id} token={token} now={now} onRevoke={() => onRevoke(token)} />
      ))}
    </ul>
  )
}

function TokenRow({ token, now, onRevoke }: { token: ApiToken; now: number; onRevoke: () => void }) {
  const { t } = useTranslation('tokens')
  const format = useFormat()
  const language = useLanguage()
  const { name, scopes, createdAt } = token
  return (
    <li>
      <div>
        <b>
          <bdi>{name}</bdi> <Soon token={token} now={now} />
        </b>
        <span>{t('may', { what: format.list(scopes.map((scope) => scopeNames[language][scope])) })}</span>
        <span>
          {t('created', { when: format.date(new Date(createdAt)) })} · <End token={token} now={now} />
        </span>
        <span>
          <LastUse token={token} />
        </span>
      </div>
      <Button variant="default" aria-label={t('revokeName', { name })} onClick={onRevoke}>
        {t('revoke')}
      </Button>
    </li>
  )
}

const isSoon = ({ expiresAt }: ApiToken, now: number): boolean => expiresAt !== null && expiresAt - now <= warningMs

function Soon({ token, now }: { token: ApiToken; now: number }) {
  const { t } = useTranslation('tokens')
  const format = useFormat()
  const { expiresAt, isExpired } = token
  if (isExpired) return <Badge tone="lacquer">{t('expired')}</Badge>
  if (expiresAt === null || !isSoon(token, now)) return null
  return <Badge tone="amber">{t('expires', { time: format.duration((expiresAt - now) / 1000) })}</Badge>
}

/** Of one that ends soon, how soon stands beside its name already. */
function End({ token, now }: { token: ApiToken; now: number }) {
  const { t } = useTranslation('tokens')
  const format = useFormat()
  const { expiresAt, isExpired } = token
  if (expiresAt === null) return t('expiresNever')
  const when = format.date(new Date(expiresAt))
  if (isExpired) return t('expiredAt', { when })
  if (isSoon(token, now)) return t('expiresOn', { when })
  return t('expires', { time: format.duration((expiresAt - now) / 1000) })
}

function LastUse({ token: { lastUsedAt, lastUse } }: { token: ApiToken }) {
  const { t } = useTranslation('tokens')
  const format = useFormat()
  if (lastUsedAt === null) return t('unused')
  const place = lastUse && [lastUse.cityName, lastUse.countryName].filter(Boolean).join(', ')
  const used = t('used', { when: format.dateTime(new Date(lastUsedAt)) })
  return [used, place, lastUse?.ip, lastUse?.program].filter(Boolean).join(' · ')
}
