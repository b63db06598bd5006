/** The plans and their prices (P1, P2), in public and in the dashboard. */
import './texts.ts'
import type { Period } from '@sampan/contract/plans'
import { firstPeriod } from '@sampan/contract/rules/plan-offer'
import { useState } from 'react'
import { Boxes } from './boxes.tsx'
import { Begin, LicenceLink, Refund, ReviewUs } from './foot.tsx'
import { Head } from './head.tsx'
import { ModeNotice } from './mode-notice.tsx'
import classes from './plans.module.css'
import { AllPlans, Comparison } from './tables.tsx'
import { Unfinished } from './unfinished.tsx'
import { useReader } from './use-reader.ts'

export function Pricing() {
  const { reader, isKnown, unfinished } = useReader()
  const [chosen, setChosen] = useState<Period | null>(null)
  const period = chosen ?? firstPeriod(reader)
  return (
    <div className={classes.plans}>
      <Head reader={reader} period={period} onPeriod={setChosen} />
      {unfinished && <Unfinished plan={unfinished} />}
      <Boxes reader={reader} isKnown={isKnown} period={period} />
      <div className={classes.section}>
        <Refund />
        <LicenceLink />
      </div>
      <ModeNotice />
      <AllPlans period={period} />
      <Comparison />
      <ReviewUs />
      <Begin reader={reader} />
    </div>
  )
}
