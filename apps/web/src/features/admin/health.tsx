/** `/admin` (O11): the version that runs, and what the doctor finds. */
import { Button } from '@mantine/core'
import { operatorLimits } from '@sampan/contract/limits'
import { defaultLanguage } from '@sampan/contract/paths'
import { type AdminFinding, adminExamine, adminHealth } from '@sampan/contract/routes/admin'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { asProblem, isProblem } from '../../lib/is-problem.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { api } from '../../product/session/api.ts'
import { Badge } from '../../ui/badge.tsx'
import { ProblemLine } from '../../ui/problem-line.tsx'
import classes from './admin.module.css'
import { Asked } from './asked.tsx'
import { Numbers } from './numbers.tsx'
import { useAdmin } from './queries.ts'

const tones = { good: 'jade', note: 'amber', bad: 'lacquer' } as const
const order = ['bad', 'note', 'good'] as const

export function Health() {
  const { t } = useTranslation('admin')
  const format = useFormat()
  const health = useAdmin('health', '', (signal) => api.call(adminHealth, { signal }))
  return (
    <Asked query={health}>
      {({ version, startedAt, node, accounts }) => (
        <>
          <section className={classes.card}>
            <Numbers
              rows={[
                [t('version'), version],
                [t('runningSince'), format.dateTime(new Date(startedAt))],
                [t('runsOn'), `Node.js ${node}`],
                [t('accounts'), format.number(accounts)],
              ]}
            />
          </section>
          <Examination />
        </>
      )}
    </Asked>
  )
}

function Examination() {
  const { t } = useTranslation('admin')
  const { ask, isAsking, problem } = useAsking()
  const [findings, setFindings] = useState<readonly AdminFinding[] | null>(null)
  const [isWhole, setWhole] = useState(false)
  const [isCutOff, setCutOff] = useState(false)
  async function examine() {
    setCutOff(false)
    const query = { timeOuts: isWhole ? ('yes' as const) : ('no' as const) }
    const run = () => api.call(adminExamine, { query, limitMs: operatorLimits.examineSeconds * 1000, retries: 0 })
    await ask(async () => setFindings((await run().catch(told)).findings))
  }
  /** Without a word of ours something between has ended it: that is what was to be found out. */
  function told(error: unknown): never {
    setCutOff(isWhole && (!asProblem(error) || isProblem(error, 'unavailable')))
    throw error
  }
  return (
    <section className={classes.card} aria-labelledby="examine">
      <h2 id="examine">{t('examineTitle')}</h2>
      <p className={classes.text}>{t('examineText')}</p>
      <label className={classes.check}>
        <input type="checkbox" checked={isWhole} disabled={isAsking} onChange={(event) => setWhole(event.target.checked)} />
        {t('examineTimeOuts')}
      </label>
      <div className={classes.buttons}>
        <Button h={44} loading={isAsking} onClick={() => void examine()}>
          {t(findings ? 'examineAgain' : 'examine')}
        </Button>
      </div>
      {isCutOff ? <CutOff /> : <ProblemLine problem={problem} />}
      <div aria-live="polite">{findings && <Findings findings={findings} />}</div>
    </section>
  )
}

/** As the proxies have it in the doctor's words. */
const longerWaits = ['nginx: proxy_read_timeout 180s;', 'Apache: ProxyTimeout 180'] as const

function CutOff() {
  const { t } = useTranslation('admin')
  return (
    <div className={classes.findings} role="alert">
      <p>{t('examineCutOff')}</p>
      {longerWaits.map((line) => (
        <code key={line} lang={defaultLanguage}>
          {line}
        </code>
      ))}
    </div>
  )
}

/** What is wrong comes first. What is to be changed are settings and lines of other programs, as the command line has them. */
function Findings({ findings }: { findings: readonly AdminFinding[] }) {
  const { t } = useTranslation('admin')
  const { t: says } = useTranslation('findings')
  const sorted = order.flatMap((state) => findings.filter((finding) => finding.state === state))
  return (
    <ul className={classes.findings}>
      {sorted.map(({ about, state, code, values, advice }) => (
        <li key={`${code} ${JSON.stringify(values)}`} className={classes.finding}>
          <Badge tone={tones[state]}>{t(`state_${state}`)}</Badge>
          <div>
            <p>
              <b>{says(`about_${about}`)}</b> {says(code, values)}
            </p>
            {advice.length > 0 && (
              <>
                <p className="visually-hidden">{t('changeThis')}</p>
                {advice.map((each) =>
                  typeof each === 'string' ? (
                    <code key={each} lang={defaultLanguage}>
                      {each}
                    </code>
                  ) : (
                    <p key={JSON.stringify(each)} className={classes.advice}>
                      {says(`advice_${each.code}`, each.values)}
                    </p>
                  ),
                )}
              </>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}
