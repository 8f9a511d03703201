"""python -m tests.mutation SYSTEM: what `./test --mutate SYSTEM` runs."""

import sys

from tests.mutation.run import main

sys.exit(main())
