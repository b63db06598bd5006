/** Stands in for a row, as large as one, until its page is here. */
import classes from './row.module.css'

const Bone = ({ width }: { width: string }) => <span className={classes.bone} style={{ width }} />

export const RowBones = () => (
  <div className={classes.row} aria-hidden="true">
    <span className={`${classes.icon} ${classes.bone} ${classes.boneIcon}`} />
    <span className={classes.files}>
      <Bone width="70%" />
      <Bone width="45%" />
    </span>
    <span className={classes.to}>
      <Bone width="75%" />
    </span>
    <span className={classes.downloads}>
      <Bone width="40%" />
      <Bone width="80%" />
    </span>
    <span className={classes.status}>
      <Bone width="74px" />
    </span>
  </div>
)
