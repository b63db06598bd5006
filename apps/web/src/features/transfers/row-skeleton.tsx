/** Stands in for a row, as large as one, until its page is here. */
import classes from './row.module.css'

const Skeleton = ({ width }: { width: string }) => <span className={classes.skeletonLine} style={{ width }} />

export const RowSkeleton = () => (
  <div className={classes.row} aria-hidden="true">
    <span className={`${classes.icon} ${classes.skeletonLine} ${classes.skeletonIcon}`} />
    <span className={classes.files}>
      <Skeleton width="70%" />
      <Skeleton width="45%" />
    </span>
    <span className={classes.to}>
      <Skeleton width="75%" />
    </span>
    <span className={classes.downloads}>
      <Skeleton width="40%" />
      <Skeleton width="80%" />
    </span>
    <span className={classes.status}>
      <Skeleton width="74px" />
    </span>
  </div>
)
