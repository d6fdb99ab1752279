/** Sessions that stand first in line under a limit where there is room. */
export const FIRST_IN_LINE = `select distinct w.session_id as id
from slot_limit l cross join lateral (
  select waiter.session_id from slot_waiter waiter join session s on s.id = waiter.session_id join run r on r.id = s.run_id
  where waiter.key = l.key and s.status = 'ready' and r.status = 'running'
  order by waiter.number limit least(50, greatest(0, l.capacity - (select count(*) from slot where slot.key = l.key)))
) w`;
