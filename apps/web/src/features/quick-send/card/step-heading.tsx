/** The heading of a step of the card; it takes the focus, so that a screen reader says where one is. */
import { type ReactNode, useEffect, useRef } from 'react'

export function StepHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h2 ref={heading} id="send-card" tabIndex={-1}>
      {children}
    </h2>
  )
}
