/** The boat and its name. */
import { ownLogo } from '../lib/own-logo.ts'
import classes from './logo.module.css'

export const Boat = ({ size = 30 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true">
    <path d="M15 3 C22 6 26 12 26.5 20 L15 20 Z" fill="var(--lacquer)" />
    <path d="M15 8.6 L22.6 8.9 M15 14.2 L25.6 14.6" stroke="var(--paper)" strokeWidth="1.6" />
    <path d="M13 9 C10 12 8.6 16 8.4 20 L13 20 Z" fill="var(--ink)" opacity=".85" />
    <path d="M3 22.5 H29 C27.6 26.6 24.4 29 20 29 H12 C7.4 29 4.4 26.6 3 22.5 Z" fill="var(--ink)" />
  </svg>
)

/** The operator's own logo in their place where there is one; the server does the same in what was built before. */
export function Logo({ name, size = 30 }: { name: string; size?: number }) {
  const own = ownLogo()
  return (
    <span className={classes.logo} data-logo={size}>
      {own ? (
        <img src={own} height={size} alt={name} />
      ) : (
        <>
          <Boat size={size} />
          <span translate="no">{name}</span>
        </>
      )}
    </span>
  )
}
