/**
 * The reducer of views: what `app/engine/patch.py` applies in Python, applied here with the same semantics.
 *
 * The given view stays as it is, and every part that no operation touches is the very same object, so that components
 * whose part did not change do not draw again.
 */
import type { PatchOp, View } from '../api/protocol';

/** The view after the patch. Throws if the patch does not fit the view: then the view is stale and must be fetched. */
export function applyPatch(view: View, patch: readonly (readonly unknown[])[]): View {
  let now = view;
  for (const operation of patch) now = applied(now, (operation as unknown as PatchOp)[0], 0, operation);
  return now;
}

function applied(view: View, path: readonly string[], depth: number, operation: readonly unknown[]): View {
  const key = path[depth];
  if (key === undefined) throw new RangeError('a patch operation without a path');
  const last = depth === path.length - 1;
  const changed = { ...view };
  if (!last) {
    const inner = view[key];
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) throw new RangeError(`the patch does not fit at ${path.slice(0, depth + 1).join('.')}`);
    changed[key] = applied(inner as View, path, depth + 1, operation);
  } else if (operation.length === 1) {
    if (!(key in changed)) throw new RangeError(`nothing to delete at ${path.join('.')}`);
    delete changed[key];
  } else {
    changed[key] = operation[1];
  }
  return changed;
}
