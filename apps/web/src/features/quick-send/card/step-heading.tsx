/** The heading of a step of the card; it takes the focus, so that a screen reader says where one is. */
import { type ReactNode, useEffect, useRef } from 'react'
import { bringIntoSight } from '../../../ui/bring-into-sight.ts'

export function StepHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    // Not by the focus: where it is here already, nothing would be scrolled.
    if (heading.current) bringIntoSight(heading.current)
  }, [])
  return (
    <h2 ref={heading} id="send-card" tabIndex={-1}>
      {children}
    </h2>
  )
}
