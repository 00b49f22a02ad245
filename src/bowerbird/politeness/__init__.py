"""What a crawler may ask for, and when: robots, turns, scope."""

from bowerbird.politeness.gate import PoliteGate
from bowerbird.politeness.options import PolitenessOptions
from bowerbird.politeness.options_scope import ScopeOptions, Stay
from bowerbird.politeness.scope import RuleScope

__all__ = ["PoliteGate", "PolitenessOptions", "RuleScope", "ScopeOptions", "Stay"]
