/** Disks and the memory of the machine as files. */
export const DISK = /^\/dev\/(sd|hd|vd|xvd|nvme|mmcblk|disk|mapper|dm-|loop|md|nbd|mem|kmem|port)/;
