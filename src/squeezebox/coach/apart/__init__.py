"""The coach in a process of its own: for faces that must never wait for it.

`process` starts one, asks it and ends it, and needs the standard library only; `searcher` is
what runs there. What can be asked is one list, `kinds`, of which `questions` are about games and
`puzzling` is about deals; `schemas` says what is asked and answered, as JSON, and imports
pydantic. Whoever only asks needs `process` alone.
"""
