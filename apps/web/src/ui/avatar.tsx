/** Somebody's initials in a round, drawn here: no picture is fetched from anywhere. */
export const Avatar = ({ initials, size = 52 }: { initials: string; size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 52 52" aria-hidden="true">
    <circle cx="26" cy="26" r="26" fill="var(--jade)" />
    {initials ? (
      <text x="26" y="26" dy=".35em" textAnchor="middle" fill="var(--surface)" fontSize="20" fontWeight="650">
        {initials}
      </text>
    ) : (
      <g fill="var(--surface)">
        <circle cx="26" cy="20" r="7" />
        <path d="M12 41a14 14 0 0 1 28 0z" />
      </g>
    )}
  </svg>
)
